/** Ten thousand random rules over random libraries: the database's answers against a check of every track in JavaScript. */
import t from 'tap';
import { holdRandomRules } from '../library/rules/random-rules.js';

const RUNS = Number(process.env['TONEARM_TEST_RUNS'] ?? 10_000);
const LIBRARIES = 20;

t.test('every rule finds and counts the same tracks as a check of each track', async (t) => {
  await holdRandomRules(t, LIBRARIES, Math.ceil(RUNS / LIBRARIES));
});
