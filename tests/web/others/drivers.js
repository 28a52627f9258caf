// Two other browsers, driven as their makers let them be: Firefox by Marionette, WebKitGTK by WebDriver. Both have the
// same commands.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PATIENCE } from '../harness.js';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
const WEBKIT = ['/usr/bin/WebKitWebDriver'].find(existsSync);
const XVFB = ['/usr/bin/Xvfb'].find(existsSync);
const MINIBROWSER = ['x86_64', 'aarch64'].flatMap((name) => ['4.1', '4.0'].map((version) => `/usr/lib/${name}-linux-gnu/webkit2gtk-${version}/MiniBrowser`)).find(existsSync);

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

/** Tries until it works, as while a program starts. */
async function insist(action, end = Date.now() + PATIENCE) {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(100);
    }
  }
}

/** A page of a browser; `command(name, parameters)` sends a command. */
class Page {
  constructor(command) {
    this.command = command;
  }

  open(url) {
    return this.command('Navigate', { url });
  }

  /** Runs a function in the page. */
  run(action, ...args) {
    return this.command('ExecuteScript', { script: `return (${action}).apply(null, arguments)`, args });
  }

  async click(selector) {
    const found = await insist(() => this.command('FindElement', { using: 'css selector', value: selector }));
    await insist(() => this.command('ElementClick', { id: found[ELEMENT] }));
  }

  /** Waits until a function of the page returns something. */
  async until(action, ...args) {
    return insist(async () => {
      const result = await this.run(action, ...args);
      if (!result) throw new Error(`not yet: ${action}`);
      return result;
    });
  }
}

function kill(...programs) {
  return Promise.all(programs.map((program) => new Promise((resolve) => {
    if (program.exitCode !== null) return resolve();
    program.once('exit', resolve);
    return program.kill('SIGKILL');
  })));
}

/** Speaks Marionette: each message has its length before it. */
async function marionette(port) {
  const socket = await insist(() => new Promise((resolve, reject) => {
    const one = connect(port, '127.0.0.1', () => resolve(one));
    one.once('error', reject);
  }));
  let [rest, number] = [Buffer.alloc(0), 0];
  const waiting = new Map();
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const colon = rest.indexOf(':');
      const length = Number(rest.subarray(0, colon));
      if (colon < 0 || rest.length < colon + 1 + length) return;
      const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + length));
      rest = rest.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const { resolve, reject } = waiting.get(id);
      if (error) reject(new Error(error.message));
      // A script that finds nothing has the value `null`.
      else resolve(result && 'value' in result ? result.value : result);
    }
  });
  const command = (name, parameters) => new Promise((resolve, reject) => {
    number += 1;
    waiting.set(number, { resolve, reject });
    const text = JSON.stringify([0, number, `WebDriver:${name}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  return { command, end: () => socket.destroy() };
}

async function firefox() {
  const [profile, port] = [await mkdtemp(join(tmpdir(), 'heelstone-firefox-')), await freePort()];
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const program = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const { command, end } = await marionette(port);
  await command('NewSession', { capabilities: {} });
  return {
    page: new Page(command),
    pid: program.pid,
    async end() {
      end();
      await kill(program);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const PATHS = {
  Navigate: () => 'url',
  ExecuteScript: () => 'execute/sync',
  FindElement: () => 'element',
  ElementClick: ({ id }) => `element/${id}/click`,
};

async function webkit() {
  const [home, port] = [await mkdtemp(join(tmpdir(), 'heelstone-webkit-')), await freePort()];
  const display = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((resolve) => { display.stdio[3].once('data', (data) => resolve(String(data).trim())); });
  const env = { ...process.env, DISPLAY: `:${number}`, HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const driver = spawn(WEBKIT, [`--port=${port}`], { stdio: 'ignore', env });
  const post = async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
  const options = { binary: MINIBROWSER, args: ['--automation'] };
  const { sessionId } = await insist(() => post('', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }));
  return {
    page: new Page((name, parameters) => post(`/${sessionId}/${PATHS[name](parameters)}`, parameters)),
    pid: driver.pid,
    async end() {
      await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: 'DELETE' }).catch(() => {});
      await kill(driver, display);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const missing = (found, what) => (found || process.env.HEELSTONE_NO_SKIP ? false : `${what} is not there`);

/** The browsers, each with `start`, and why it is skipped if it is. */
export const OTHERS = [
  { name: 'Firefox', start: firefox, skip: missing(FIREFOX, 'firefox-esr') },
  { name: 'WebKitGTK', start: webkit, skip: missing(WEBKIT && MINIBROWSER, 'webkit2gtk-driver') || missing(XVFB, 'xvfb') },
];
