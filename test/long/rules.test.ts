/** Ten thousand rules of chance, each over a library of chance, beside a look at every track. */
import t from 'tap';
import { holdRandomRules } from '../library/rules/random-rules.js';

const RUNS = Number(process.env['TONEARM_TEST_RUNS'] ?? 10_000);
const LIBRARIES = 20;

t.test('no rule finds or counts anything else than a look at every track', async (t) => {
  await holdRandomRules(t, LIBRARIES, Math.ceil(RUNS / LIBRARIES));
});
