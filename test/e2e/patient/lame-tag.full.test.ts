import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { makeMp3 } from '../../fixtures/mp3.js';
import { createHouse } from '../daemon.js';

t.test('a three-minute VBR file is captured to exactly the frames that its LAME tag promises', async (t) => {
  // Played at many times its speed by a card that waits for data: what counts here is the content.
  const { rig, library, start } = await createHouse(t, { speed: 50, patient: true });
  const file = join(library, 'three minutes.mp3');
  const made = join(rig.folder, 'made.mp3');
  await makeMp3(made, { seconds: 180.5, seed: 5, lame: ['-V', '4'] });
  const daemon = await start();
  await copyFile(made, file);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0, 300_000);
  t.equal((await rig.capture()).length / 8, 180.5 * 44_100);
});
