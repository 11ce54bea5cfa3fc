/**
 * Debian's WebKitGTK: its MiniBrowser on a display of Xvfb, driven by WebKitWebDriver over W3C WebDriver
 * (w3.org/TR/webdriver2), which has no console: a page keeps its own errors from when it is loaded.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../fixtures/free-port.js';
import { type Driver, KEYS, keysOf, pressAt, type Window } from './engine.js';

const PATIENCE_MILLISECONDS = 30_000;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** Starts a display. @returns its process, and its name such as `:99` */
async function startDisplay(): Promise<{ server: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(server.stdout, 'data')) as [Buffer];
  return { server, display: `:${number.toString().trim()}` };
}

/** Keeps the errors of a page, once for each document. */
const KEEP_COMPLAINTS = `(() => {
  if (window.complaints !== undefined) return;
  const found = (window.complaints = []);
  addEventListener('error', ({ message }) => found.push(message));
  addEventListener('unhandledrejection', ({ reason }) => found.push(String(reason)));
  const { error } = console;
  console.error = (...texts) => (found.push(texts.join(' ')), error(...texts));
})()`;

class Session {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(this.#base + path, { method, ...init });
    const { value } = (await answer.json()) as { readonly value: T & { readonly message?: string } };
    if (!answer.ok) throw new Error(`WebKitGTK: ${method} ${path}: ${value.message}`);
    return value;
  }

  evaluate<T>(expression: string): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    return this.ask<{ value: T; error?: string }>('POST', '/execute/async', { script, args: [] }).then(
      ({ value, error }) => {
        if (error !== undefined) throw new Error(`WebKitGTK: ${error}`);
        return value;
      },
    );
  }

  /** Gives the page the size of a window: the browser's bar comes on top, and is not narrower than 447 pixels. */
  async resize({ width, height }: Window): Promise<void> {
    const bar = await this.evaluate<number>('outerHeight - innerHeight');
    await this.ask('POST', '/window/rect', { x: 0, y: 0, width, height: height + bar });
  }

  driver(version: string, close: () => Promise<void>): Driver {
    const act = (source: object): Promise<unknown> => this.ask('POST', '/actions', { actions: [source] });
    const complaints: string[] = [];
    const takeComplaints = async (): Promise<void> => {
      complaints.push(...(await this.evaluate<string[]>('window.complaints?.splice(0) ?? []')));
    };
    return {
      version,
      goto: async (url) => {
        await takeComplaints();
        await this.ask('POST', '/url', { url });
        await this.evaluate(KEEP_COMPLAINTS);
      },
      evaluate: (expression) => this.evaluate(expression),
      press: (x, y) => act(pressAt(x, y)),
      type: (text) => act(keysOf(text)),
      key: (key) => act(keysOf(KEYS[key])),
      back: () => this.ask('POST', '/back', {}),
      complaints: async () => {
        await takeComplaints();
        return complaints;
      },
      close: () => this.ask('DELETE', '').then(close),
    };
  }
}

interface Made {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

export async function startWebKit(window: Window): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'tonearm-webkit-'));
  const { server, display } = await startDisplay();
  const port = await freePort();
  const environment = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...environment, LC_ALL: 'C.UTF-8', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const close = async (): Promise<void> => {
    await end(driver);
    await end(server);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const base = `http://127.0.0.1:${port}`;
    const giveUp = Date.now() + PATIENCE_MILLISECONDS;
    while (
      !(await fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > giveUp) throw new Error('WebKitWebDriver does not answer');
      await delay(25);
    }
    const made = await new Session(base).ask<Made>('POST', '/session', { capabilities: {} });
    const session = new Session(`${base}/session/${made.sessionId}`);
    await session.resize(window);
    return session.driver(made.capabilities.browserVersion, close);
  } catch (error) {
    await close();
    throw error;
  }
}
