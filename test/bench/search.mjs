/**
 * CPU of one search with its JSON, without HTTP, in libraries of 10,000 to a million made-up tracks: the median over
 * typical search texts, from one letter to three common words; and of a search of all groups, with and without a typing
 * error that is forgiven. `library.mjs` measures a search over HTTP and compares
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
/** The last ones have an error each, but for the last of them, in which it is not found what may be meant. */
const EVERYTHING = 't|love|night heart|the heart of|lvoe|nihgt heart|danec|the haert of|bebbo man|qqqqqq'.split('|');
const BINDING = at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

export async function search({ quick, say }) {
  const script = await bundleScript(at('test/bench/search-rows.ts'));
  const { makeLibrary } = createRequire(import.meta.url)(script);
  // In a process of its own: this process has just written a library, and still has its garbage to collect.
  const costsIn = (file, what, questions) => {
    const call = `require(${JSON.stringify(script)}).${what}(...${JSON.stringify([file, BINDING, questions, TIMES])})`;
    const program = `${call}.then((costs) => process.stdout.write(JSON.stringify(costs)))`;
    return JSON.parse(execFileSync(process.execPath, ['--expose-gc', '-e', program], { encoding: 'utf8' }));
  };
  const lowest = (rounds) => rounds[0].map((_, index) => Math.min(...rounds.map((costs) => costs[index])));
  const sizes = quick ? SIZES.slice(0, 2) : SIZES;
  const measured = [];
  for (const [tracks, limit] of sizes) {
    say(`a library of ${tracks} rows to search in`);
    const file = join(scratchFolder('search'), 'library.db');
    await makeLibrary(file, BINDING, at('src', 'library', 'migrations'), tracks);
    const rounds = Array.from({ length: ROUNDS }, () => costsIn(file, 'searchCosts', QUESTIONS));
    const all = Array.from({ length: ROUNDS }, () => costsIn(file, 'everythingCosts', EVERYTHING));
    measured.push({
      ...{ tracks, limit, costs: lowest(rounds), everything: lowest(all.map(({ costs }) => costs)) },
      first: Math.min(...all.map(({ first }) => first)),
      bytes: Math.min(...all.map(({ bytes }) => bytes)),
    });
  }
  return {
    rows: measured.flatMap(({ tracks, limit, costs, everything }) => [
      row(`search in ${tracks} tracks, CPU`, costs, limit),
      row(`search of everything in ${tracks} tracks, one error forgiven, CPU`, everything, limit),
    ]),
    details: Object.fromEntries(
      measured.map(({ tracks, costs, everything, first, bytes }) => [
        tracks,
        {
          ...byText(QUESTIONS, costs),
          everything: byText(EVERYTHING, everything),
          'milliseconds of the first forgiving search': first,
          'bytes of names and words': bytes,
        },
      ]),
    ),
  };
}

const row = (title, tonearm, absolute) => ({
  ...{ title, unit: 'ms', tonearm, reference: [0], referenceName: '', absolute },
});

const byText = (texts, costs) => Object.fromEntries(texts.map((text, index) => [text, costs[index]]));
