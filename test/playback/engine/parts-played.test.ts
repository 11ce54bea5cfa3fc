/** Tracks of a cue sheet through the real worker, ring and card: the parts of a file sound as the file does. */
import t from 'tap';
import type { TrackToDecode } from '../../../src/decode/decoder-messages.js';
import { milliseconds } from '../../../src/units.js';
import { soundRig, type Sound } from './sound-rig.js';

const RATE = 44_100;
const FRAMES = 3 * RATE;
/** Any two parts of it differ. */
const ramp: Sound = (frame) => [frame / FRAMES - 0.5, 0.5 - frame / FRAMES];

t.test('the parts of a file, one after the other, are played without a gap or an overlap', async (t) => {
  const { track, playThree, played, events } = await soundRig(t, [RATE]);
  const path = (await track(9, RATE, FRAMES, ramp)).source.location;
  const part = (playId: number, start: number, end?: number): TrackToDecode => ({
    playId,
    source: {
      kind: 'cuePart',
      location: `${path}#track=${playId}`,
      part: { path, start: milliseconds(start), end: end === undefined ? undefined : milliseconds(end) },
    },
  });
  // 76 and 120 CD frames, in whole ms.
  await playThree([part(1, 0, 1013), part(2, 1013, 1600), part(3, 1600)], 1.013 * RATE);
  t.strictSame(events, ['played 2', 'played 3', 'finished 3']);
  const { frames, left } = await played();
  t.equal(frames, FRAMES);
  let worst = 0;
  for (let frame = 0; frame < frames; frame++)
    worst = Math.max(worst, Math.abs((left[frame] ?? 0) - (frame / FRAMES - 0.5)));
  t.ok(worst < 1e-6, `the sound differs by ${worst}`);
});
