/**
 * Makes the code cache of a bundle that the image ships, in two runs of the Node of the box:
 *
 *     node --hash-seed=1 --random-seed=1 code-cache.cjs write FOLDER BUNDLE ID
 *     node code-cache.cjs fit FOLDER BUNDLE ID
 *
 * The first run loads the bundle as far as `--help` goes, so that the cache has the functions that are called until then.
 * With its options it makes the same bytes of the same bundle. V8 takes a cache only where its options are those of which
 * the cache has a hash: the second run puts in that of a Node without options, and sees that the cache is taken.
 */
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');
const { cacheName, compile, run } = require('./loader.cjs');

/** Where V8's SerializedCodeData has the hash of the options: after its magic number and the hashes of version and source. */
const OPTIONS = { from: 12, to: 16 };

const [what, folder, bundle, id] = process.argv.slice(2);
const filename = join(folder, bundle);
const file = join(folder, cacheName(bundle, id));
if (what === 'write') {
  const script = compile(filename);
  process.once('exit', () => writeFileSync(file, script.createCachedData()));
  process.argv = [process.execPath, filename, '--help'];
  run(script, filename);
} else {
  const cache = readFileSync(file);
  new vm.Script('').createCachedData().copy(cache, OPTIONS.from, OPTIONS.from, OPTIONS.to);
  if (compile(filename, cache).cachedDataRejected) throw new Error(`${file} is not taken`);
  writeFileSync(file, cache);
}
