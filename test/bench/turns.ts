/**
 * The longest turn of the main thread while the library answers: the real server in front of a library of made-up rows,
 * in this process; its client is another one. Bundled by `turns.mjs`.
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

export interface TurnsParts {
  /** Script of the client. */
  readonly client: string;
  /** Holds `library.db`. */
  readonly folder: string;
  readonly binding: string;
  /** Folders of the SQL steps. */
  readonly libraryMigrations: string;
  readonly stateMigrations: string;
}

const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const line = Buffer.alloc(64);

/** Milliseconds of the main thread (proc_pid_schedstat(5)): what others do on the machine is no part of a turn. */
function cpu(): number {
  const length = readSync(schedule, line, 0, line.length, 0);
  return Number(line.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

/** Runs `work` and tells the CPU of the longest turn meanwhile, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpu();
  let isOver = false;
  const turn = (): void => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
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
 * Asks each question `rounds` times, each time of a library that was just changed, so that nothing is kept.
 * `{artist}` and `{genre}` in a path are the ids of those with the most tracks.
 * @param change SQL that is run before
 * @returns the longest turns
 */
export async function turns(
  deps: TurnsParts,
  questions: readonly Question[],
  rounds: number,
  change?: string,
): Promise<number[][]> {
  const { client: clientFile, folder, binding, libraryMigrations, stateMigrations } = deps;
  const log = createLog('error', () => undefined);
  const open = (name: string, migrations: string): Database =>
    new Database({ file: join(folder, name), binding, migrations, log, checkpoint: () => Promise.resolve() });
  const [records, state] = [open('library.db', libraryMigrations), open('state.db', stateMigrations)];
  if (change !== undefined) await records.write((sql) => sql.exec(change));
  const library = new Library({ records, state, log });
  const http = { library, log, version: '0', ownNames: () => [] } as unknown as HttpDeps;
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
      // Once before, so that it is not the compiler that is measured.
      await ask(client, port, { ...question, path });
      const found: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await records.write((sql) => sql.exec('UPDATE library SET revision = revision + 1'));
        found.push(
          await longestTurn(async () => {
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
