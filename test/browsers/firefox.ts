/** Debian's Firefox, which speaks WebDriver BiDi itself (w3.org/TR/webdriver-bidi): JSON over a WebSocket. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, KEYS, keysOf, pressAt, type Window } from './engine.js';
import { WebSocket } from './web-socket.js';

const PATIENCE_MILLISECONDS = 60_000;

/** Firefox complains of an event stream that is open while another page is loaded. */
const LEAVING = /\/events was interrupted while the page was loading/;

interface Message {
  /** Absent in events. */
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface LogEntry {
  readonly level: string;
  readonly text: string;
}

class Connection {
  readonly complaints: string[] = [];
  readonly #waiting = new Map<number, (answer: Message) => void>();
  #socket: WebSocket | undefined;
  #sent = 0;

  async open(address: string): Promise<void> {
    this.#socket = await WebSocket.open(address, (text) => this.#receive(JSON.parse(text) as Message));
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded') {
      const { level, text } = message.params as LogEntry;
      if (level === 'error' && !LEAVING.test(text)) this.complaints.push(text);
    }
  }

  close(): void {
    this.#socket?.close();
  }

  async ask<T>(method: string, params: object): Promise<T> {
    const id = ++this.#sent;
    const answered = new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox: ${method}: no answer`)), PATIENCE_MILLISECONDS);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
    this.#socket?.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`Firefox: ${method}: ${error}: ${message}`);
    return result as T;
  }
}

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

async function evaluate<T>(connection: Connection, context: string, expression: string): Promise<T> {
  const { type, result, exceptionDetails } = await connection.ask<Evaluated>('script.evaluate', {
    expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
    target: { context },
    awaitPromise: true,
  });
  if (type === 'exception') throw new Error(`Firefox: ${exceptionDetails?.text}`);
  return (JSON.parse(result!.value) as { readonly value: T }).value;
}

export async function startFirefox(viewport: Window): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'tonearm-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'];
  const browser = spawn('firefox-esr', args, {
    env: { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(browser, 'exit');
  const connection = new Connection();
  const close = async (): Promise<void> => {
    connection.close();
    browser.kill();
    await gone;
    await rm(home, { recursive: true, force: true });
  };
  try {
    await connection.open(`${await addressOf(browser.stderr)}/session`);
    const { capabilities } = await connection.ask<{ readonly capabilities: { readonly browserVersion: string } }>(
      'session.new',
      { capabilities: {} },
    );
    const { contexts } = await connection.ask<{ readonly contexts: readonly [{ readonly context: string }] }>(
      'browsingContext.getTree',
      {},
    );
    const [{ context }] = contexts;
    await connection.ask('session.subscribe', { events: ['log.entryAdded'] });
    await connection.ask('browsingContext.setViewport', { context, viewport });
    const act = (source: object): Promise<unknown> =>
      connection.ask('input.performActions', { context, actions: [source] });
    return {
      version: capabilities.browserVersion,
      goto: (url) => connection.ask('browsingContext.navigate', { context, url, wait: 'complete' }),
      evaluate: (expression) => evaluate(connection, context, expression),
      press: (x, y) => act(pressAt(x, y)),
      type: (text) => act(keysOf(text)),
      key: (key) => act(keysOf(KEYS[key])),
      back: () => connection.ask('browsingContext.traverseHistory', { context, delta: -1 }),
      complaints: () => Promise.resolve(connection.complaints),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for the address of the WebSocket, which the browser writes. @throws Error with what it has written instead */
async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  const found = new Promise<string>((resolve) => {
    stderr.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [, address] = /WebDriver BiDi listening on ws(:\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(`http${address}`);
    });
  });
  const patience = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`Firefox does not listen\n${text}`)), PATIENCE_MILLISECONDS).unref();
  });
  return Promise.race([found, patience]);
}
