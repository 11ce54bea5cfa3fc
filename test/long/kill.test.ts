import t from 'tap';
import { killAndLook } from '../e2e/kills.js';

const KILLS = 1000;

/** Each run kills at other moments; the title of a failed test has the seed that repeats them. */
const seed = Date.now() % 2 ** 31;

t.test(`after each of ${KILLS} kills all acknowledged changes are there (seed ${seed})`, async (t) => {
  t.setTimeout(0);
  await killAndLook(t, KILLS, seed);
});
