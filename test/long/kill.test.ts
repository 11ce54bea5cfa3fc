import t from 'tap';
import { killAndLook } from '../e2e/kills.js';

const KILLS = 1000;

/** Each run has kills of its own; a failure names the seed that brings them back. */
const seed = Date.now() % 2 ** 31;

t.test(`after each of ${KILLS} kills everything acknowledged is there (seed ${seed})`, async (t) => {
  t.setTimeout(0);
  await killAndLook(t, KILLS, seed);
});
