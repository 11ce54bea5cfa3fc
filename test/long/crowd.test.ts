import t from 'tap';
import { describeFigures, standCrowd } from '../e2e/crowd.js';

const ROUNDS = Number(process.env['TONEARM_TEST_RUNS'] ?? 100);
/** Longest time that another client may wait for the status, in milliseconds. */
const WAIT_MS = 250;

t.test(`music, status and events go on through ${ROUNDS} crowds of misbehaving clients`, async (t) => {
  t.setTimeout(0);
  const figures = await standCrowd(t, ROUNDS, 900);
  t.comment(describeFigures(figures));
  const last = figures.waits.at(-1) ?? Infinity;
  t.ok(last < WAIT_MS, `others wait ${last.toFixed(1)} ms at most`);
});
