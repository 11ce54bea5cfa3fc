/**
 * Measures a hundred smart playlists over a hundred thousand made-up tracks: the real server in this process, its
 * client in another one. Bundled by `smart.mjs`.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Database } from '../../src/database/database.js';
import { createHttpServer } from '../../src/http/server.js';
import type { HttpDeps } from '../../src/http/deps.js';
import { Library } from '../../src/library/library.js';
import type { RuleCondition, RuleCriteria } from '../../src/library/rules/criteria.js';
import { createLog } from '../../src/log.js';
import { Revision } from '../../src/revision.js';
import { SmartPlaylists } from '../../src/playlists/smart/smart-playlists.js';
import { SYSTEM_PLAYLISTS } from '../../src/playlists/smart/system-playlists.js';
import { ask, longestSlice, type BenchPaths, type Question } from './time-slices.js';

const PLAYLISTS = 100;
const LIKES = 2000;
const DAY = 86_400;

/** Two years of listening to every third track; years, lengths and dates as spread as in a library of years. */
const FACTS = `UPDATE track SET year = 1950 + key % 75, length = 60000 + (key * 7919) % 400000,
  bitrate = 96 + (key * 31) % 900, created_at = unixepoch() - (key * 104729) % (730 * ${DAY})`;
const STATS = `INSERT INTO track_stats (track_id, play_count, skip_count, last_played, last_skipped, updated_at)
  VALUES (?, ?, ?, unixepoch() - ?, unixepoch() - ?, 1) ON CONFLICT DO NOTHING`;
const LIKE = "INSERT INTO liked (kind, id, at) VALUES ('track', ?, ?) ON CONFLICT DO NOTHING";

/** Rules of the playlist with this number: one of several typical kinds. */
function rulesOf(at: number): RuleCriteria {
  const kinds: readonly (readonly RuleCondition[])[] = [
    [{ field: 'genre', operator: 'is', value: ['rock', 'jazz', 'pop'][at % 3] }],
    [
      { field: 'artist', operator: 'contains', value: String.fromCharCode(97 + (at % 26)) },
      { field: 'year', operator: 'between', value: 1950 + (at % 60), value2: 1975 + (at % 60) },
    ],
    [
      { field: 'play_count', operator: 'greater_than', value: at % 12 },
      { field: 'last_played', operator: 'not_in_last', value: at, unit: 'days' },
      { field: 'album', operator: 'not_contains', value: 'love' },
    ],
    [
      { field: 'is_liked', operator: 'is', value: true },
      { field: 'duration_ms', operator: 'less_than', value: 120_000 + 1000 * at },
    ],
    [
      { field: 'date_added', operator: 'in_last', value: at, unit: 'weeks' },
      { field: 'bitrate', operator: 'greater_than_or_equal', value: 320 },
      { field: 'skip_count', operator: 'equals', value: 0 },
    ],
  ];
  return {
    match_type: at % 7 === 0 ? 'any' : 'all',
    conditions: kinds[at % kinds.length] ?? [],
    sort_by: 'last_played',
  };
}

async function fill(records: Database, state: Database, smartPlaylists: SmartPlaylists): Promise<string> {
  await records.write((sql) => sql.exec(FACTS));
  const ids = await records.read((sql) => sql.prepare('SELECT id FROM track').pluck().all() as string[]);
  await state.write((sql) => {
    const [count, like] = [sql.prepare(STATS), sql.prepare(LIKE)];
    for (let at = 0; at < ids.length; at += 3) {
      count.run(ids[at], 1 + (at % 29), at % 5, (at * 7919) % (730 * DAY), (at * 31) % (730 * DAY));
    }
    for (let at = 0; at < LIKES; at++) like.run(ids[(at * 37) % ids.length], at);
  });
  for (let at = SYSTEM_PLAYLISTS.length; at < PLAYLISTS; at++) {
    const texts = { name: `List ${at}`, description: null, image: null, folderId: null };
    await smartPlaylists.create(texts, rulesOf(at));
  }
  return ids[0] ?? '';
}

export interface SmartCosts {
  readonly title: string;
  /** CPU of the whole process in milliseconds, by round. */
  readonly cpu: readonly number[];
  /** CPU of the longest time slice of the main thread in milliseconds, by round. */
  readonly longest: readonly number[];
}

export async function smartCosts(paths: BenchPaths, rounds: number): Promise<SmartCosts[]> {
  const { client: clientFile, folder, binding, libraryMigrations, stateMigrations } = paths;
  const log = createLog('error', () => undefined);
  const open = (name: string, migrations: string): Database =>
    new Database({ file: join(folder, name), binding, migrations, log, checkpoint: () => Promise.resolve() });
  const [records, state] = [open('library.db', libraryMigrations), open('state.db', stateMigrations)];
  const library = new Library({ records, state, log });
  const smartPlaylists = new SmartPlaylists({ state, library, revision: new Revision(), log });
  const track = await fill(records, state, smartPlaylists);
  const settings = { read: () => undefined };
  const http = { library, smartPlaylists, log, version: '0', ownNames: () => [], settings } as unknown as HttpDeps;
  const server = createHttpServer(http, { host: '127.0.0.1', port: 0 });
  await server.start();
  const port = server.address?.port ?? 0;
  const client = fork(clientFile);
  const list: Question = { method: 'GET', path: '/smart-playlists' };
  const scanned = () => records.write((sql) => sql.exec('UPDATE library SET revision = revision + 1'));
  const steps: readonly (readonly [title: string, before: () => Promise<unknown>, question: Question])[] = [
    ['list, warm', () => Promise.resolve(), list],
    ['list, a track was played', () => library.played(track), list],
    ['list, a track was liked', () => library.like('track', track).then(() => library.unlike('track', track)), list],
    ['list, the library was scanned', scanned, list],
    [
      'tracks of a rule that names all',
      () => Promise.resolve(),
      { method: 'POST', path: '/smart-playlists/preview?limit=50', body: { match_type: 'all' } },
    ],
    [
      'tracks by artist, the library was scanned',
      scanned,
      { method: 'POST', path: '/smart-playlists/preview?limit=50', body: { ...rulesOf(1), sort_by: 'artist' } },
    ],
  ];
  const costs: SmartCosts[] = [];
  const asked = async (question: Question): Promise<void> => {
    const status = await ask(client, port, question);
    if (status !== 200) throw new Error(`${question.path}: ${status}`);
  };
  try {
    for (const [title, before, question] of steps) {
      const [cpu, longest]: [number[], number[]] = [[], []];
      for (let round = -2; round < rounds; round++) {
        await before();
        const start = process.cpuUsage();
        const slice = await longestSlice(() => asked(question));
        const { user, system } = process.cpuUsage(start);
        // The first rounds run before V8 has compiled the code.
        if (round < 0) continue;
        cpu.push((user + system) / 1000);
        longest.push(slice);
      }
      costs.push({ title, cpu, longest });
    }
  } finally {
    client.disconnect();
    await server.stop();
    await records.close();
    await state.close();
  }
  return costs;
}
