/** The build lock of the clone: one bootstrap builds at a time. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { at, BUILD } from './paths.mjs';
import { say } from './console.mjs';

const LOCK = at('build', 'setup.lock');

/**
 * Runs `work` while no other bootstrap builds in this clone, such as `npm test` in another terminal. The lock of a
 * process that has ended is taken over.
 */
export async function withBuildLock(work) {
  mkdirSync(BUILD, { recursive: true });
  let isReported = false;
  while (!tryTake()) {
    if (ownerIsGone()) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!isReported) say('another build is running here, waiting for it');
    isReported = true;
    await delay(200);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryTake() {
  try {
    const file = openSync(LOCK, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function ownerIsGone() {
  let owner;
  try {
    owner = Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return false; // released meanwhile: the next attempt takes it
  }
  if (owner === 0) return false; // just being written
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
