'use strict';
// Preloaded into a daemon whose card is several times as fast as real time (RIG_SPEED): the naps of the decoder between
// two looks at the ring are as many times shorter, or the card would wait for it most of the time.
const { isMainThread } = require('node:worker_threads');

if (!isMainThread) {
  const speed = Number(process.env.RIG_SPEED);
  const { wait } = Atomics;
  Atomics.wait = (words, at, value, patience = Infinity) => wait(words, at, value, patience / speed);
}
