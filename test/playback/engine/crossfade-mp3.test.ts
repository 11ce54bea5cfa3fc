/** Two tracks of one format at once: each needs a decoder of its own. */
import { join } from 'node:path';
import t from 'tap';
import { SOUND_OFF } from '../../../src/dsp/sound-settings.js';
import { makeMp3, referenceS32 } from '../../fixtures/mp3.js';
import { FROM_START, localTrack, soundRig } from './sound-rig.js';

const RATE = 44_100;

t.test('MP3s that fade into one another are the sum of what each is alone', async (t) => {
  const { engine, events, until, played, folder } = await soundRig(t, [RATE]);
  const paths = [join(folder, '1.mp3'), join(folder, '2.mp3')] as const;
  for (const [at, path] of paths.entries()) await makeMp3(path, { seconds: 3, seed: at + 5 });
  engine.setSound({ ...SOUND_OFF, crossfade: { ...SOUND_OFF.crossfade, when: 'always' } }, false);
  engine.load(localTrack(1, paths[0]), FROM_START);
  engine.follow(localTrack(2, paths[1]));
  engine.start();
  engine.run();
  await until('the end', () => events.includes('finished 2'));
  const [old, fresh] = await Promise.all(paths.map(referenceS32));
  const { frames, left } = await played();
  t.equal(frames, 4 * RATE);
  let farthest = 0;
  for (let at = 0; at < frames; at++) {
    const share = Math.min(Math.max((at - RATE) / (2 * RATE), 0), 1);
    const before = at < 3 * RATE ? (old?.readInt32LE(8 * at) ?? NaN) * (1 - share) : 0;
    const after = at >= RATE ? (fresh?.readInt32LE(8 * (at - RATE)) ?? NaN) * share : 0;
    farthest = Math.max(farthest, Math.abs((left[at] ?? NaN) - (before + after) / 2 ** 31));
  }
  t.ok(farthest < 1e-6, `${farthest}`);
});
