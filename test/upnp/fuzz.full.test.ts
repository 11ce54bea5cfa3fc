/** A hundred thousand mutated calls, others with each run. */
import t from 'tap';
import { fuzz } from './fuzzing.js';

const seed = Number(process.env['FUZZ_SEED'] ?? (Date.now() & 0x7fffffff) | 1);

t.test(`100,000 mutated calls are answered (FUZZ_SEED=${seed})`, { timeout: 1_800_000 }, (t) => fuzz(t, 100_000, seed));
