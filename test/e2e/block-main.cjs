'use strict';
// Preloaded into the daemon: again and again the main thread collects all garbage and then blocks for half a second,
// which the audio thread must not notice. A preload runs in workers too, where it does nothing.
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const { gc } = globalThis;
  setInterval(() => {
    gc();
    const end = Date.now() + 500;
    while (Date.now() < end);
  }, 20).unref();
}
