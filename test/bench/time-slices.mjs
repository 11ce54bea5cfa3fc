/**
 * How long the library blocks the main thread at a time while it answers requests about a hundred thousand made-up
 * tracks, with all volumes available and with one missing. A slow board takes ten times as long, and the player's
 * commands wait.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleScript } from '../../native/setup/bundle.mjs';
import { at, scratchFolder } from './paths.mjs';

const TRACKS = 100_000;
const MOST_MILLISECONDS = 15;
const BINDING = at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
const LIBRARY_MIGRATIONS = at('src', 'library', 'migrations');

const get = (path) => ({ method: 'GET', path });
const post = (path, body) => ({ method: 'POST', path, body });
const contains = { conditions: [{ field: 'artist', operator: 'contains', value: 'e' }], sort_by: 'artist' };
const QUESTIONS = [
  ...['/tracks', '/tracks?limit=50&offset=50000', '/albums', '/artists', '/genres', '/search?q=the'].map(get),
  ...['/albums?sort=artist', '/tracks?sort=artist', '/tracks?sort=added&limit=50&offset=50000'].map(get),
  ...['/tracks?sort=played&limit=50', '/tracks?q=a&limit=50', '/albums?q=a&sort=year'].map(get),
  ...['/artists/{artist}', '/artists/{artist}/tracks', '/artists/{artist}/albums'].map(get),
  ...['/genres/{genre}', '/genres/{genre}/tracks', '/genres/{genre}/albums', '/genres/{genre}/artists'].map(get),
  ...['/albums/filter', '/artists/filter'].flatMap((path) => [post(path, { match_type: 'all' }), post(path, contains)]),
  post('/albums/filter', { sort_by: 'random', conditions: [{ field: 'is_liked', operator: 'is', value: false }] }),
];

export async function timeSlices({ quick, say }) {
  const require = createRequire(import.meta.url);
  const { makeLibrary } = require(await bundleScript(at('test/bench/search-rows.ts')));
  const { longestSlices } = require(await bundleScript(at('test/bench/time-slices.ts')));
  const folder = scratchFolder('slices');
  say(`a library of ${TRACKS} rows to ask for`);
  await makeLibrary(join(folder, 'library.db'), BINDING, LIBRARY_MIGRATIONS, TRACKS);
  const paths = {
    client: at('test', 'bench', 'asking-client.mjs'),
    folder,
    binding: BINDING,
    libraryMigrations: LIBRARY_MIGRATIONS,
    stateMigrations: at('src', 'database', 'migrations'),
  };
  const rounds = quick ? 3 : 9;
  const rows = [];
  for (const [state, change] of [
    ['all available', undefined],
    ['a volume missing', "UPDATE root SET available = 0 WHERE path = '/stick'"],
  ]) {
    say(`the longest time slices, ${state}`);
    const longest = await longestSlices(paths, QUESTIONS, rounds, change);
    for (const [index, { method, path, body }] of QUESTIONS.entries()) {
      rows.push({
        title: `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 20)}`}, ${state}`,
        ...{ unit: 'ms', tonearm: longest[index], reference: [0], referenceName: '', absolute: MOST_MILLISECONDS },
      });
    }
  }
  return { rows };
}
