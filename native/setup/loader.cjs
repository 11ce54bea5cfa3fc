'use strict';
/**
 * Runs a bundle with a V8 code cache of our own (Node 20 has none): what a start compiles is written once, a few
 * seconds after the first start, so that lazily compiled functions are in it, and read by every later start.
 *
 * The cache belongs to one bundle, one Node and one set of V8 flags, all of which are in its name; V8 checks again
 * and ignores what does not fit. It stands beside the bundle, or where the service manager says (CACHE_DIRECTORY,
 * systemd.exec(5)). Where that cannot be written, starts go on without.
 */
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const vm = require('node:vm');

const WRITE_AFTER_MS = 5000;

function load(folder, bundle, id) {
  const filename = join(folder, bundle);
  const tag = cachedDataVersionTag().toString(16);
  const cache = process.env.CACHE_DIRECTORY || folder;
  const cacheFile = join(cache, `${bundle}-${id}-${process.version}-${process.arch}-${tag}.v8cache`);
  const cachedData = readIfThere(cacheFile);
  // The bundle is ASCII: as Latin-1 it is neither looked through nor widened.
  const script = new vm.Script(Module.wrap(readFileSync(filename, 'latin1')), {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (cachedData === undefined || script.cachedDataRejected) {
    setTimeout(() => writeCache(script, cacheFile, id), WRITE_AFTER_MS).unref();
  }
  const module = new Module(filename, null);
  module.filename = filename;
  script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, folder);
  module.loaded = true;
  return module.exports;
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function writeCache(script, file, id) {
  const temporary = `${file}.${process.pid}.tmp`;
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, file);
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.v8cache') && !name.includes(id)) rmSync(join(folder, name));
    }
  } catch {
    // A read-only system: every start compiles, nothing else changes.
    rmSync(temporary, { force: true });
  }
}

module.exports = { load };
