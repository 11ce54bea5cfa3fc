/**
 * Clients that want to bring a playing box down, in rounds: bodies full of mistakes, readers that do not read,
 * connections that say nothing, and event streams without end. Each kind has an address of its own. Meanwhile others
 * ask for the status, each time on a new connection.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, type Daemon, type House, xruns } from './daemon.js';
import { limitMemory, type MemoryLimit } from './memory-limit.js';

/** Memory in MiB that a Raspberry Pi Zero 2 W leaves to the daemon. */
const MEBIBYTES = 416;
const ENTRIES = 10_000;
const BODY_BYTES = 2 * 1024 * 1024 - 1024;

/** Source addresses of the clients; the daemon, which listens on 127.0.0.1, takes them for other machines. */
const POSTER = '127.0.0.2';
const READERS = ['127.0.0.3', '127.0.0.4', '127.0.0.5'];
const SILENT = '127.0.0.6';
const FOLLOWER = '127.0.0.7';
const OTHERS = ['127.0.0.8', '127.0.0.1'];

const SLOW_READERS = 24;
/** Number of silent connections that are kept open; older ones are closed by the daemon or by the test. */
const MOST_READERS = 150;
const CONNECTIONS = 512;
const STREAMS = 64;
/** Pause between two status requests in ms. */
const PAUSE_MS = 20;

const WATCH = fileURLToPath(new URL('status-watch.cjs', import.meta.url));

const LONG_ANSWERS = ['/playlists/current/tracks', '/tracks', '/playlists/current', '/openapi.json', '/'];
const ITEMS = ['0', '""', 'null', '{}', '[]', '"a"'];

export interface Figures {
  readonly rounds: number;
  /** Waiting times of the status requests in ms, in ascending order. */
  readonly waits: readonly number[];
  /** Number of status requests without an answer. */
  readonly lost: number;
  /** Peak resident memory of the daemon in MiB. */
  readonly residentPeak: number;
  /** Peak memory of the cgroup in MiB, page cache included; undefined without a cgroup. */
  readonly cgroupPeak: number | undefined;
  readonly underruns: number;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Paths (member names) of the lists in the body. */
  readonly lists: readonly (readonly string[])[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Opens a connection from an address, sends, and reads nothing. */
function open(daemon: Daemon, localAddress: string, sent: string): Socket {
  const { port, hostname } = new URL(daemon.base);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined).pause();
  if (sent !== '') socket.write(sent);
  return socket;
}

const head = (method: string, path: string, fields = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

/** Sends a body from an address, and resolves when it was answered, or the connection was closed. */
function post(daemon: Daemon, { method, path }: Operation, body: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(daemon.base + path, { method, headers, localAddress: POSTER, agent: false }, (response) => {
      response.resume().on('close', () => {
        resolve(response.statusCode);
      });
    });
    sent.on('error', () => {
      resolve(undefined);
    });
    sent.end(body);
  });
}

/** The first status of a GET from an address; undefined when there was none. */
function ask(daemon: Daemon, localAddress: string, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(daemon.base + path, { localAddress, agent: false }, (response) => {
      response.once('data', () => {
        resolve(response.statusCode);
        sent.destroy();
      });
      response.on('error', () => undefined);
    });
    sent.on('error', () => {
      resolve(undefined);
    });
    sent.end();
  });
}

/** Finds all lists of a schema, each as the path of member names to it. */
function listsOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, path: readonly string[] = []): string[][] {
  const { $ref, properties = {}, anyOf = [] } = schema;
  if (path.length > 4) return [];
  const known = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  if (known !== undefined) return listsOf(known, schemas, path);
  const own = [schema.type].flat().includes('array') ? [[...path]] : [];
  const inside = Object.entries(properties).flatMap(([name, member]) => listsOf(member, schemas, [...path, name]));
  return [...own, ...inside, ...anyOf.flatMap((each) => listsOf(each, schemas, path))];
}

/** Reads all operations with a JSON body from the OpenAPI document of the daemon. */
async function operationsOf(daemon: Daemon): Promise<Operation[]> {
  const { body } = await daemon.get('/openapi.json');
  const { paths, components } = body as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
    components: { schemas: Record<string, Schema> };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      const lists = schema === undefined ? [] : listsOf(schema, components.schemas);
      if (schema === undefined) return [];
      return [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'x'), lists: [[], ...lists] }];
    }),
  );
}

/**
 * Makes a body of the largest allowed length that is full of mistakes: one long list where the operation takes a list.
 */
function bodyOf(path: readonly string[], item: string): string {
  const list = `[${item}${`,${item}`.repeat(Math.floor(BODY_BYTES / (item.length + 1)) - 1)}]`;
  return path.reduceRight((inside, name) => `{${JSON.stringify(name)}:${inside}}`, list);
}

class Crowd {
  readonly #daemon: Daemon;
  readonly #operations: readonly Operation[];
  readonly #readers: Socket[] = [];

  constructor(daemon: Daemon, operations: readonly Operation[]) {
    this.#daemon = daemon;
    this.#operations = operations;
  }

  /** @param number of the round, which chooses other bodies */
  async round(number: number): Promise<void> {
    const bodies = Array.from({ length: 4 }, (_, at) => this.#post(number * 4 + at));
    for (let at = 0; at < SLOW_READERS; at++) {
      const address = READERS[at % READERS.length] ?? '';
      const path = LONG_ANSWERS[Math.floor(at / READERS.length) % LONG_ANSWERS.length] ?? '';
      const fields = at % 4 === 0 ? 'Accept-Encoding: gzip\r\n' : '';
      this.#readers.push(open(this.#daemon, address, head('GET', path, fields)));
    }
    const half = 'GET /version HTTP/1.1\r\nHost: loc';
    const others = [
      ...Array.from({ length: CONNECTIONS }, (_, at) => open(this.#daemon, SILENT, at % 2 === 0 ? '' : half)),
      ...Array.from({ length: STREAMS }, () => open(this.#daemon, FOLLOWER, head('GET', '/events'))),
    ];
    await Promise.all(bodies);
    for (const socket of others) socket.destroy();
    while (this.#readers.length > MOST_READERS) this.#readers.shift()?.destroy();
  }

  end(): void {
    for (const socket of this.#readers) socket.destroy();
  }

  /** Bodies with a mistake in the first member that holds a list, and in the list itself. */
  #post(number: number): Promise<number | undefined> {
    const operation = number % 4 === 0 ? this.#operations.find(({ path }) => path === '/playlists') : undefined;
    const { method, path, lists } = operation ?? this.#operations[number % this.#operations.length]!;
    const list = lists[Math.floor(number / this.#operations.length + 1) % lists.length] ?? [];
    return post(this.#daemon, { method, path, lists }, bodyOf(list, ITEMS[number % ITEMS.length] ?? ''));
  }
}

/** Requests the status again and again. @returns a function that ends this */
async function watch(daemon: Daemon): Promise<() => Promise<{ waits: number[]; lost: number }>> {
  const program = spawn(process.execPath, [WATCH, daemon.base, String(PAUSE_MS), ...OTHERS]);
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    program.stdin.end();
    const line: IteratorResult<string> = await lines.next();
    const answers = JSON.parse(line.value as string) as number[];
    const waits = answers.filter((wait) => wait >= 0);
    return { waits: waits.sort((one, other) => one - other), lost: answers.length - waits.length };
  };
}

const isRunning = ({ process: { exitCode, signalCode } }: Daemon): boolean => exitCode === null && signalCode === null;

async function residentPeak(daemon: Daemon): Promise<number> {
  const status = await readFile(`/proc/${daemon.process.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? NaN) / 1024;
}

/**
 * Starts a daemon in a small cgroup that plays the first of ten thousand entries. @param seconds length of the track
 */
async function playing(house: House, limit: MemoryLimit | undefined, seconds: number): Promise<Daemon> {
  const long = join(house.library, 'long.mp3');
  await makeMp3(long, { seconds, seed: 4711, lame: ['-b', '128'] });
  const short = Array.from({ length: 20 }, (_, at) => join(house.library, `${at}.mp3`));
  for (const [at, file] of short.entries()) await makeMp3(file, { seconds: 1, seed: 4720 + at });
  const daemon = await house.start(limit === undefined ? {} : { launcher: limit.launcher });
  await daemon.put('/scan-library');
  await daemon.play([long, ...Array.from({ length: ENTRIES - 1 }, (_, at) => short[at % short.length] ?? '')]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 0);
  return daemon;
}

/** Runs the rounds against a playing daemon. @param seconds of music, more than the rounds take */
export async function standCrowd(t: Test, rounds: number, seconds: number): Promise<Figures> {
  const limit = await limitMemory(t, MEBIBYTES);
  const house = await createHouse(t);
  const daemon = await playing(house, limit, seconds);
  const crowd = new Crowd(daemon, await operationsOf(daemon));
  const watched = await watch(daemon);
  for (let round = 0; round < rounds && isRunning(daemon); round++) {
    await crowd.round(round);
    for (const address of OTHERS) {
      const follows = await ask(daemon, address, '/events');
      if (follows !== 200) t.equal(follows, 200, `round ${round}: ${address} can follow the events`);
    }
  }
  const { waits, lost } = await watched();
  if (!isRunning(daemon)) throw new Error(`the daemon was ended: ${daemon.process.signalCode}`);
  t.equal((await limit?.kills()) ?? 0, 0);
  t.equal(await daemon.playbackStatus(), 1, 'it plays');
  t.match(await daemon.currentTrack(), { title: 'long' });
  const figures = {
    rounds,
    waits,
    lost,
    residentPeak: await residentPeak(daemon),
    cgroupPeak: await limit?.peak().then((bytes) => bytes && bytes / 1024 / 1024),
    underruns: await xruns(house.rig),
  };
  crowd.end();
  t.equal(lost, 0, 'others are always answered');
  t.equal(figures.underruns, 0, 'no underrun');
  t.ok(figures.residentPeak < MEBIBYTES, `${Math.round(figures.residentPeak)} MiB`);
  return figures;
}

export function describeFigures({ rounds, waits, lost, residentPeak, cgroupPeak, underruns }: Figures): string {
  const at = (share: number): string => (waits[Math.floor((waits.length - 1) * share)] ?? NaN).toFixed(1);
  const memory = `${residentPeak.toFixed(0)} MiB resident, ${cgroupPeak?.toFixed(0) ?? 'no'} MiB of the cgroup at most`;
  const status = `status ${waits.length} times, ${lost} lost: ${at(0.5)} ms median, ${at(0.99)} ms 99th percentile`;
  return `${rounds} rounds: ${memory}; ${status}, ${at(1)} ms at most; ${underruns} underruns`;
}
