import t from 'tap';
import { describeFigures, standCrowd } from '../e2e/crowd.js';

const ROUNDS = Number(process.env['TONEARM_TEST_RUNS'] ?? 100);
/** What another client waits for the status at most, in ms. */
const WAIT_MS = 250;

t.test('a hundred crowds of bad clients end nothing: music, status and events go on', async (t) => {
  t.setTimeout(0);
  const figures = await standCrowd(t, ROUNDS, 900);
  t.comment(describeFigures(figures));
  const last = figures.waits.at(-1) ?? Infinity;
  t.ok(last < WAIT_MS, `others wait ${last.toFixed(1)} ms at most`);
});
