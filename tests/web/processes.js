// The processor time that a program and all that it has started have taken, on Linux.

import { readFileSync, readdirSync } from 'node:fs';

/** Ticks are hundredths of a second on every Linux. */
const TICK = 0.01;

/** The process and what it has started: for each its number, its parent and its seconds of processor time. */
function processes() {
  const all = [];
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // The name, which may hold anything, stands in brackets.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
      all.push({ pid: Number(name), parent: Number(fields[1]), time: (Number(fields[11]) + Number(fields[12])) * TICK });
    } catch {
      // It has ended in the meantime.
    }
  }
  return all;
}

/** The seconds of processor time that a process and its living descendants have taken so far. */
export function processorTime(pid) {
  const all = processes();
  const family = new Set([pid]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid: child, parent } of all) if (family.has(parent)) family.add(child);
  }
  return all.reduce((sum, { pid: one, time }) => sum + (family.has(one) ? time : 0), 0);
}
