/** Starts and controls the daemon that is measured, from its bundle or through the bootstrap of `npm start`. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection, httpAnswerEnd, openSoon } from './connection.mjs';
import { at, freePort, scratchFolder } from './paths.mjs';
import { end, lastWords, launch } from './process.mjs';
import { DEVICE, MIXER, Sink } from './sink.mjs';

/** Time until the scan worker has ended: ten seconds without work, and a margin. */
const SCAN_WORKER_MILLISECONDS = 11_000;

/** Scripts that start the daemon. The bootstrap runs the daemon in its own process, so either way has one pid. */
export const WAYS = {
  bundle: [at('dist', 'start.cjs')],
  bootstrap: [at('native', 'setup.mjs'), 'start'],
};

export class Tonearm {
  name = 'Tonearm';
  #folder;
  #process;
  #connection;
  #address;

  /** @param options `swallow`, `formats`: see Sink; `nodeFlags`: options of Node, for profiling; `environment`: more of it */
  constructor(music, { swallow = '/dev/null', formats, nodeFlags = [], environment = {} } = {}) {
    this.music = music;
    this.nodeFlags = nodeFlags;
    this.environment = environment;
    this.#folder = scratchFolder('tonearm');
    this.sink = new Sink(this.#folder, swallow, formats);
  }

  get pid() {
    return this.#process.pid;
  }

  get started() {
    return this.#process.started;
  }

  /** Where the daemon keeps its databases. */
  get stateFolder() {
    return join(this.#folder, 'state');
  }

  get address() {
    return this.#address;
  }

  /** Starts the daemon. Resolves when it has answered GET /version. */
  async start(way = WAYS.bundle) {
    this.#address = { host: '127.0.0.1', port: await freePort() };
    this.#process = launch(process.execPath, [...this.nodeFlags, ...way], {
      cwd: at(),
      logFile: join(this.#folder, 'log'),
      env: {
        ...this.sink.environment,
        TONEARM_HTTP_HOST: this.#address.host,
        TONEARM_HTTP_PORT: String(this.#address.port),
        TONEARM_LIBRARY: this.music.folder,
        TONEARM_STATE_DIR: this.stateFolder,
        TONEARM_ALSA_DEVICE: DEVICE,
        TONEARM_ALSA_MIXER: MIXER,
        ...this.environment,
      },
    });
    const isRunning = () => this.#process.child.exitCode === null;
    try {
      this.#connection = await openSoon(this.#address, httpAnswerEnd, isRunning);
    } catch (cause) {
      throw new Error(`Tonearm did not start; it said:\n${lastWords(join(this.#folder, 'log'))}`, { cause });
    }
    await this.ask('GET', '/version');
  }

  /**
   * Resolves when the first scan of the library is over and the scan worker has ended, so that only the player is
   * measured.
   */
  async scanned() {
    const isOver = async () => {
      const { text } = await this.ask('GET', '/scan');
      return JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).last !== null;
    };
    while (!(await isOver())) await delay(200);
    await delay(SCAN_WORKER_MILLISECONDS);
  }

  /** Closes the client's connection; the player goes on. */
  disconnect() {
    this.#connection?.close();
  }

  async stop() {
    this.disconnect();
    if (this.#process !== undefined) await end(this.#process);
  }

  /** Text of an HTTP request. */
  request(method, path, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${this.#address.port}`];
    if (method !== 'GET') headers.push(`Content-Length: ${Buffer.byteLength(text)}`);
    if (text !== '') headers.push('Content-Type: application/json');
    return `${headers.join('\r\n')}\r\n\r\n${text}`;
  }

  /**
   * Sends a request on the open connection, or on a new one when the server has closed it (after five idle seconds).
   */
  async ask(method, path, body) {
    if (!this.#connection.isOpen) await this.reconnect();
    const answer = await this.#connection.exchange(this.request(method, path, body));
    if (!answer.text.startsWith('HTTP/1.1 20')) throw new Error(`Tonearm, ${method} ${path}: ${answer.text}`);
    return answer;
  }

  async reconnect() {
    this.#connection.close();
    this.#connection = await Connection.open(this.#address, httpAnswerEnd);
  }

  async fillQueue() {
    await this.ask('POST', '/playlists', { tracks: this.music.files });
  }

  /** @returns when the request was sent (`now()`) */
  async play(index = 0) {
    return (await this.ask('PUT', `/playlists/start?start_index=${index}`)).asked;
  }

  async playSelected() {
    return (await this.ask('PUT', '/player/play')).asked;
  }

  /** @returns when the request was sent (`now()`) */
  async next() {
    return (await this.ask('PUT', '/player/next')).asked;
  }

  /** @returns when the request was sent (`now()`) */
  async seek(seconds) {
    return (await this.ask('PUT', `/player/ff-rewind?newtime=${seconds * 1000}`)).asked;
  }

  async silence() {
    await this.ask('PUT', '/player/stop');
  }
}
