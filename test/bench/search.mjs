/**
 * CPU of one search, its JSON too, in libraries of 10,000 to a million made-up tracks: the median over questions as people
 * ask them, from a first letter to three common words. In this process, without HTTP: `library.mjs` has that beside MPD.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleScript } from '../../native/setup/bundle.mjs';
import { at, scratchFolder } from './places.mjs';

const SIZES = [
  [10_000, 0.5],
  [100_000, 1],
  [1_000_000, 4],
];
const QUESTIONS =
  `t|th|the|the t|love|lo|night heart|the heart of|the love|bebo|dance man|zzz|beba ni|a|s|blue rain`.split('|');
const BINDING = at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

export async function search({ quick, say }) {
  const { makeLibrary, searchCosts } = createRequire(import.meta.url)(
    await bundleScript(at('test/bench/search-rows.ts')),
  );
  const sizes = quick ? SIZES.slice(0, 2) : SIZES;
  const measured = [];
  for (const [tracks, limit] of sizes) {
    say(`a library of ${tracks} rows to search in`);
    const file = join(scratchFolder('search'), 'library.db');
    await makeLibrary(file, BINDING, at('src', 'library', 'migrations'), tracks);
    measured.push({ tracks, limit, costs: await searchCosts(file, BINDING, QUESTIONS, quick ? 50 : 200) });
  }
  return {
    rows: measured.map(({ tracks, limit, costs }) => ({
      title: `search in ${tracks} tracks, CPU`,
      unit: 'ms',
      tonearm: costs,
      reference: [0],
      referenceName: '',
      absolute: limit,
    })),
    details: Object.fromEntries(
      measured.map(({ tracks, costs }) => [
        tracks,
        Object.fromEntries(QUESTIONS.map((question, index) => [question, costs[index]])),
      ]),
    ),
  };
}
