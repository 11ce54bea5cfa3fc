'use strict';
// Preloaded into the daemon: over and over its main thread collects all garbage and then does nothing else for half a
// second. The audio thread must not notice. (A preload runs in workers too: they are left alone.)
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const { gc } = globalThis;
  setInterval(() => {
    gc();
    const end = Date.now() + 500;
    while (Date.now() < end);
  }, 20).unref();
}
