/** The native tag reader over damaged files, with a memory checker. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { cachedFile } from '../fixtures/cache.js';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const NATIVE = fileURLToPath(new URL('../../native', import.meta.url));
const core = join(NATIVE, 'core');
const tags = join(core, 'tags');
const sources = readdirSync(tags).filter((name) => name.endsWith('.cpp'));
const headers = readdirSync(tags).flatMap((name) => (name.endsWith('.h') ? [join(tags, name)] : []));
const FLAGS = ['-std=c++17', '-O0', '-g', '-D_GLIBCXX_ASSERTIONS', '-fsanitize=address,undefined'];

t.test('no damaged file has the reader of the addon look outside of its memory', async (t) => {
  const folder = await temporaryDirectory(t);
  const units = [join(NATIVE, 'fuzz', 'tag_fuzz.cpp'), ...sources.map((name) => join(tags, name))];
  const recipe = { programs: ['g++'], FLAGS, code: [...units, ...headers].map((path) => readFileSync(path)) };
  const binary = await cachedFile('program', recipe, (draft) =>
    run('g++', [...FLAGS, '-fno-sanitize-recover=all', '-I', core, '-o', draft, ...units]),
  );
  const paths = Object.keys(makeCorpus(folder, { count: 20, mix: 8 }));
  const rounds = process.env['TONEARM_TEST_RUNS'] ?? '500';
  const { stdout } = await run(binary, [rounds, ...paths.map((path) => join(folder, path))]);
  t.ok(Number(stdout) > 0, 'some are understood all the same');
});
