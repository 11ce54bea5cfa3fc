/**
 * CPU of one search with its JSON, without HTTP, in libraries of 10,000 to a million made-up tracks: the median over
 * typical search texts, from one letter to three common words. `library.mjs` measures a search over HTTP and compares
 * it with MPD.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleScript } from '../../native/setup/bundle.mjs';
import { at, scratchFolder } from './paths.mjs';

const SIZES = [
  [10_000, 0.5],
  [100_000, 1],
  [1_000_000, 4],
];
/** Searches for each text: with fewer, compilation and garbage collection would distort the result. */
const TIMES = 100;
/** Number of rounds, of which the lowest CPU counts: other load of the machine can only add to it. */
const ROUNDS = 5;
const QUESTIONS =
  `t|th|the|the t|love|lo|night heart|the heart of|the love|bebo|dance man|zzz|beba ni|a|s|blue rain`.split('|');
const BINDING = at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

export async function search({ quick, say }) {
  const script = await bundleScript(at('test/bench/search-rows.ts'));
  const { makeLibrary } = createRequire(import.meta.url)(script);
  // In a process of its own: this process has just written a library, and still has its garbage to collect.
  const costsIn = (file) => {
    const call = `require(${JSON.stringify(script)}).searchCosts(...${JSON.stringify([file, BINDING, QUESTIONS, TIMES])})`;
    const program = `${call}.then((costs) => process.stdout.write(JSON.stringify(costs)))`;
    return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
  };
  const sizes = quick ? SIZES.slice(0, 2) : SIZES;
  const measured = [];
  for (const [tracks, limit] of sizes) {
    say(`a library of ${tracks} rows to search in`);
    const file = join(scratchFolder('search'), 'library.db');
    await makeLibrary(file, BINDING, at('src', 'library', 'migrations'), tracks);
    const rounds = Array.from({ length: ROUNDS }, () => costsIn(file));
    measured.push({
      tracks,
      limit,
      costs: QUESTIONS.map((_, index) => Math.min(...rounds.map((costs) => costs[index]))),
    });
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
