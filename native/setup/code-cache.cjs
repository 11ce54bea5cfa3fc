/**
 * Makes the code caches that the image ships, in two runs of the Node of the box:
 *
 *     node --hash-seed=1 --random-seed=1 code-cache.cjs write FOLDER BUNDLE ID [BUNDLE ID ...]
 *     node code-cache.cjs fit FOLDER BUNDLE ID [BUNDLE ID ...]
 *
 * With its options the first run makes the same bytes of the same bundles. V8 takes a cache only where its options are those
 * of which the cache has a hash: the second run puts in that of a Node without options, and sees that the cache is taken.
 */
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');
const { cacheName, compile } = require('./loader.cjs');

/** Where V8's SerializedCodeData has the hash of the options: after its magic number and the hashes of version and source. */
const OPTIONS = { from: 12, to: 16 };

const [what, folder, ...pairs] = process.argv.slice(2);
while (pairs.length > 0) {
  const [bundle, id] = pairs.splice(0, 2);
  const file = join(folder, cacheName(bundle, id));
  if (what === 'write') writeFileSync(file, compile(join(folder, bundle)).createCachedData());
  else {
    const cache = readFileSync(file);
    new vm.Script('').createCachedData().copy(cache, OPTIONS.from, OPTIONS.from, OPTIONS.to);
    if (compile(join(folder, bundle), cache).cachedDataRejected) throw new Error(`${file} is not taken`);
    writeFileSync(file, cache);
  }
}
