import t from 'tap';
import { noiseWav } from '../fixtures/mp3.js';
import { Ear, lagAround } from './in-step.js';

const PIECE = 2205;

/** A room that plays noise from a time on, whose pieces are read late at times. */
function room(pcm: Buffer, begin: number, late: (piece: number) => number): Ear {
  const ear = new Ear();
  for (let piece = 0; (piece + 1) * PIECE * 4 <= pcm.length; piece++) {
    const at = begin + ((piece + 1) * PIECE * 1000) / 44_100 + late(piece);
    ear.hear(pcm.subarray(piece * PIECE * 4, (piece + 1) * PIECE * 4), at);
  }
  return ear;
}

t.test('rooms that are apart are measured to a tenth of a millisecond', async (t) => {
  const pcm = noiseWav({ seconds: 10, seed: 5 }).subarray(44);
  const one = room(pcm, 1000, (piece) => (piece * 7) % 13);
  for (const apart of [0, 0.4, -0.7, 3.3, -25, 50]) {
    // The other room has heard some silence before.
    const silence = Buffer.alloc(PIECE * 4 * 3);
    const begin = 1000 + apart - (3 * PIECE * 1000) / 44_100;
    const other = room(Buffer.concat([silence, pcm]), begin, (piece) => (piece * 5) % 11);
    for (const time of [4000, 6000]) {
      const lag = lagAround(one, other, time);
      t.ok(lag !== undefined && Math.abs(lag - apart) < 0.1, `${apart} ms: ${lag}`);
    }
  }
});

t.test('rooms that play different things, or nothing, are not measured', async (t) => {
  const [pcm, others] = [5, 6].map((seed) => noiseWav({ seconds: 8, seed }).subarray(44)) as [Buffer, Buffer];
  const one = room(pcm, 0, () => 0);
  t.equal(
    lagAround(
      one,
      room(others, 0, () => 0),
      4000,
    ),
    undefined,
  );
  t.equal(
    lagAround(
      room(Buffer.alloc(pcm.length), 0, () => 0),
      one,
      4000,
    ),
    undefined,
  );
  t.equal(lagAround(one, new Ear(), 4000), undefined);
});
