/**
 * Runs a bundle with a V8 code cache, which Node 20 does not provide: written after the first start, when the thread has
 * been idle for some seconds, so that it has the functions compiled lazily until then, and read by every later start.
 *
 * The name of the cache has the hash of the bundle and the Node version; V8 checks it, its own flags too, and ignores one
 * that does not fit. It is kept beside the bundle, or in CACHE_DIRECTORY of the service manager (systemd.exec(5)).
 * Where that is not writable, every start compiles. The image has one beside the bundle too (code-cache.cjs), for the first
 * start of a card.
 */
'use strict';
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const vm = require('node:vm');

const WINDOW_MS = 5000;
/** Share of the window in which a thread that is idle runs. */
const MOST_BUSY = 0.3;

function load(folder, bundle, id) {
  const filename = join(folder, bundle);
  const cache = process.env.CACHE_DIRECTORY || folder;
  const name = cacheName(bundle, id);
  const cacheFile = join(cache, name);
  const own = readIfThere(cacheFile);
  const script = compile(filename, own ?? readIfThere(join(folder, name)));
  if (own === undefined || script.cachedDataRejected) whenIdle(() => writeCache(script, cacheFile, bundle, id));
  return run(script, filename);
}

function cacheName(bundle, id) {
  return `${bundle}-${id}-${process.version}-${process.arch}.v8cache`;
}

function compile(filename, cachedData) {
  // The bundle is ASCII: reading it as Latin-1 saves decoding and a second byte a character.
  return new vm.Script(Module.wrap(readFileSync(filename, 'latin1')), {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** @returns what the bundle exports */
function run(script, filename) {
  const module = new Module(filename, null);
  module.filename = filename;
  script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, dirname(filename));
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

function whenIdle(work) {
  const before = performance.eventLoopUtilization();
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization > MOST_BUSY) whenIdle(work);
    else work();
  }, WINDOW_MS).unref();
}

function writeCache(script, file, bundle, id) {
  const temporary = `${file}.${process.pid}.tmp`;
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, file);
    for (const name of readdirSync(folder)) {
      const isOlder = name.startsWith(`${bundle}-`) && !name.startsWith(`${bundle}-${id}-`);
      if (isOlder && name.endsWith('.v8cache')) rmSync(join(folder, name));
    }
  } catch {
    // Read-only file system: every start compiles.
    rmSync(temporary, { force: true });
  }
}

module.exports = { cacheName, compile, load, run };
