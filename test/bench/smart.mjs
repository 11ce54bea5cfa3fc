/**
 * A hundred smart playlists over a hundred thousand made-up tracks, with two years of listening: CPU of the list while
 * nothing happens, after a play, and after a scan that changed the library; and how long the main thread is blocked.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleScript } from '../../native/setup/bundle.mjs';
import { at, scratchFolder } from './paths.mjs';

const TRACKS = 100_000;
/** Limits in milliseconds of CPU; a row that is not listed has no target. */
const MOST = { 'list, warm': 50, 'list, the library was scanned': 1500 };
const MOST_OF_A_SLICE = 15;
const BINDING = at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
const LIBRARY_MIGRATIONS = at('src', 'library', 'migrations');

export async function smart({ quick, say }) {
  const require = createRequire(import.meta.url);
  const { makeLibrary } = require(await bundleScript(at('test/bench/search-rows.ts')));
  const { smartCosts } = require(await bundleScript(at('test/bench/smart.ts')));
  const folder = scratchFolder('smart');
  say(`a library of ${TRACKS} rows, and 100 smart playlists`);
  await makeLibrary(join(folder, 'library.db'), BINDING, LIBRARY_MIGRATIONS, TRACKS);
  const paths = {
    client: at('test', 'bench', 'asking-client.mjs'),
    folder,
    binding: BINDING,
    libraryMigrations: LIBRARY_MIGRATIONS,
    stateMigrations: at('src', 'database', 'migrations'),
  };
  const costs = await smartCosts(paths, quick ? 3 : 9);
  const row = { unit: 'ms', reference: [0], referenceName: '' };
  return {
    rows: costs.flatMap(({ title, cpu, longest }) => [
      { ...row, title: `smart playlists: ${title}, CPU`, tonearm: cpu, absolute: MOST[title] },
      { ...row, title: `smart playlists: ${title}, longest time slice`, tonearm: longest, absolute: MOST_OF_A_SLICE },
    ]),
    details: Object.fromEntries(costs.map(({ title, ...figures }) => [title, figures])),
  };
}
