'use strict';
// Preloaded into a process: kills it before the call number KILL_AT that changes something on the disk by `node:fs`.
const fs = require('node:fs');

let left = Number(process.env.KILL_AT);
for (const name of ['copyFileSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync', 'writeSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
