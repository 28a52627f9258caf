// The few calls of WASI that the program needs, and nothing else: a clock, random numbers, and the error
// output, which goes to the console.

const SUCCESS = 0;
const BAD_FILE = 8;
const NOT_THERE = 44;
const NOT_SUPPORTED = 58;
const STDERR = 2;
const MOST_RANDOM = 65_536;

/** The calls, for the memory that `memory()` returns. */
export function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const bytes = (start, length) => new Uint8Array(memory().buffer, start, length);
  const zero = (...addresses) => {
    for (const address of addresses) view().setUint32(address, 0, true);
    return SUCCESS;
  };
  const known = {
    clock_time_get(clock, _, result) {
      // All threads have to agree, and each counts from its own beginning.
      const milliseconds = clock === 0 ? Date.now() : performance.timeOrigin + performance.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get(start, length) {
      for (let at = 0; at < length; at += MOST_RANDOM) {
        const part = new Uint8Array(Math.min(MOST_RANDOM, length - at));
        bytes(start + at, part.length).set(crypto.getRandomValues(part));
      }
      return SUCCESS;
    },
    fd_write(file, parts, count, written) {
      if (file !== STDERR) return BAD_FILE;
      const texts = [];
      let length = 0;
      for (let part = 0; part < count; part += 1) {
        const [start, size] = [0, 4].map((offset) => view().getUint32(parts + 8 * part + offset, true));
        texts.push(new TextDecoder().decode(bytes(start, size).slice()));
        length += size;
      }
      console.error(texts.join('').trimEnd());
      view().setUint32(written, length, true);
      return SUCCESS;
    },
    environ_sizes_get: (count, size) => zero(count, size),
    args_sizes_get: (count, size) => zero(count, size),
    environ_get: () => SUCCESS,
    args_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    fd_prestat_get: () => BAD_FILE,
    path_open: () => NOT_THERE,
    proc_exit(code) {
      throw new Error(`the program has left with ${code}`);
    },
  };
  return new Proxy(known, { get: (calls, name) => calls[name] ?? (() => NOT_SUPPORTED) });
}
