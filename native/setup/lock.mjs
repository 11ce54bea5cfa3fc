import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { at, BUILD } from './paths.mjs';
import { say } from './console.mjs';

const LOCK = at('build', 'setup.lock');

/**
 * Run `work` while no other bootstrap builds in this tree: two terminals, or `npm test` beside `npm start`. A lock
 * whose owner has died is taken over.
 */
export async function withBuildLock(work) {
  mkdirSync(BUILD, { recursive: true });
  let told = false;
  while (!tryTake()) {
    if (ownerIsGone()) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!told) say('another build is running here, waiting for it');
    told = true;
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
