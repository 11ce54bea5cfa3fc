/**
 * Measures the longest time slice of the main thread while the library answers: the real server in front of a library
 * of made-up rows in this process, its client in another one. Bundled by `time-slices.mjs`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/database/database.js';
import { createHttpServer } from '../../src/http/server.js';
import type { HttpDeps } from '../../src/http/deps.js';
import { Library } from '../../src/library/library.js';
import { createLog } from '../../src/log.js';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Absolute paths of what a measurement needs. */
export interface BenchPaths {
  /** Script of the client process. */
  readonly client: string;
  /** Folder with `library.db`; `state.db` is made in it. */
  readonly folder: string;
  /** Native addon of better-sqlite3. */
  readonly binding: string;
  /** Folders of the migrations (SQL). */
  readonly libraryMigrations: string;
  readonly stateMigrations: string;
}

const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const line = Buffer.alloc(64);

/** CPU of the main thread in milliseconds (proc_pid_schedstat(5)); other load of the machine does not count. */
function cpu(): number {
  const length = readSync(schedule, line, 0, line.length, 0);
  return Number(line.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

/** Runs `work`. @returns CPU of the longest time slice of the event loop meanwhile, in milliseconds */
export async function longestSlice(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpu();
  let isOver = false;
  const measure = (): void => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isOver = true;
  return longest;
}

/** @returns the status of the whole answer */
export async function ask(client: ChildProcess, port: number, question: Question): Promise<number> {
  const isAnswered = new AbortController();
  const { signal } = isAnswered;
  const gone = once(client, 'exit', { signal }).then(() => {
    throw new Error(`the client ended before it answered ${question.path}`);
  });
  try {
    if (!client.connected) throw new Error(`the client is gone, and cannot ask for ${question.path}`);
    client.send({ port, ...question });
    const [status] = (await Promise.race([once(client, 'message', { signal }), gone])) as [number];
    return status;
  } finally {
    isAnswered.abort();
    await gone.catch(() => undefined);
  }
}

/**
 * Sends each request `rounds` times. Before each time the library counts as changed, so that no cached answer is used.
 * `{artist}` and `{genre}` in a path stand for the ids of those with the most tracks.
 * @param change SQL that is run first
 * @returns milliseconds of the longest time slice, by question and round
 */
export async function longestSlices(
  paths: BenchPaths,
  questions: readonly Question[],
  rounds: number,
  change?: string,
): Promise<number[][]> {
  const { client: clientFile, folder, binding, libraryMigrations, stateMigrations } = paths;
  const log = createLog('error', () => undefined);
  const open = (name: string, migrations: string): Database =>
    new Database({ file: join(folder, name), binding, migrations, log, checkpoint: () => Promise.resolve() });
  const [records, state] = [open('library.db', libraryMigrations), open('state.db', stateMigrations)];
  if (change !== undefined) await records.write((sql) => sql.exec(change));
  const library = new Library({ records, state, log });
  const settings = { read: () => undefined };
  const http = { library, log, version: '0', ownNames: () => [], settings } as unknown as HttpDeps;
  const server = createHttpServer(http, { host: '127.0.0.1', port: 0 });
  await server.start();
  const port = server.address?.port ?? 0;
  const biggest = (table: string): Promise<string> =>
    records.read((sql) =>
      String(
        sql
          .prepare(
            `SELECT id FROM ${table} WHERE key =
              (SELECT ${table} FROM track_${table} GROUP BY ${table} ORDER BY count(*) DESC LIMIT 1)`,
          )
          .pluck()
          .get(),
      ),
    );
  const ids = { artist: await biggest('artist'), genre: await biggest('genre') };
  const longest: number[][] = [];
  const client = fork(clientFile);
  try {
    for (const question of questions) {
      const path = question.path.replace('{artist}', ids.artist).replace('{genre}', ids.genre);
      // The first request is not counted: it also compiles the code.
      await ask(client, port, { ...question, path });
      const found: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await records.write((sql) => sql.exec('UPDATE library SET revision = revision + 1'));
        found.push(
          await longestSlice(async () => {
            const status = await ask(client, port, { ...question, path });
            if (status !== 200) throw new Error(`${path}: ${status}`);
          }),
        );
      }
      longest.push(found);
    }
  } finally {
    if (client.connected) client.disconnect();
    await server.stop();
    await records.close();
    await state.close();
  }
  return longest;
}
