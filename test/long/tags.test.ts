/** The native tag reader against music-metadata: on the whole corpus, and on 50,000 damaged files. */
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { compare } from '../tags/compare.js';
import { damages } from '../tags/damage.js';

const COUNT = Number(process.env['TONEARM_TEST_FILES'] ?? 10_000);
const RUNS = Number(process.env['TONEARM_TEST_RUNS'] ?? 50_000);
const folder = await temporaryDirectory(t);
const manifest = makeCorpus(folder, { count: COUNT, mix: COUNT / 10 });
const paths = Object.keys(manifest);

t.test('no file of the corpus is read differently', async (t) => {
  let own = 0;
  for (const path of paths) {
    const result = await compare(join(folder, path));
    if (typeof result === 'object') t.fail(result.difference);
    if (result === 'same') own += 1;
  }
  t.equal(own, paths.length, 'no file is left to music-metadata');
});

t.test('no damaged file is read differently', async (t) => {
  let own = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), damages, async (victim, damage) => {
      const path = join(folder, `damaged${extname(victim)}`);
      await writeFile(path, damage.apply(await readFile(join(folder, victim))));
      const result = await compare(path);
      if (typeof result === 'object') throw new Error(`${victim}, ${damage.name}: ${result.difference}`);
      if (result === 'same') own += 1;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  t.ok(own > 0, `the native reader read ${own} of ${RUNS} files`);
});
