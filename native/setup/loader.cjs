/**
 * Runs a bundle with a V8 code cache, which Node 20 does not provide: written some seconds after the first start, so
 * that it has the functions compiled lazily until then, and read by every later start.
 *
 * The name of the cache has the hash of the bundle and the Node version; V8 checks it, its own flags too, and ignores one
 * that does not fit. It is kept beside the bundle, or in CACHE_DIRECTORY of the service manager (systemd.exec(5)).
 * Where that is not writable, every start compiles.
 */
'use strict';
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const vm = require('node:vm');

const WRITE_AFTER_MS = 5000;

function load(folder, bundle, id) {
  const filename = join(folder, bundle);
  const cache = process.env.CACHE_DIRECTORY || folder;
  const cacheFile = join(cache, `${bundle}-${id}-${process.version}-${process.arch}.v8cache`);
  const cachedData = readIfThere(cacheFile);
  // The bundle is ASCII: reading it as Latin-1 saves decoding and a second byte a character.
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
    // Read-only file system: every start compiles.
    rmSync(temporary, { force: true });
  }
}

module.exports = { load };
