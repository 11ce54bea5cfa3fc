import { join } from 'node:path';
import t from 'tap';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { createHouse, xruns } from './daemon.js';

t.test('single mode by work plays a work without a gap, and pauses where the next one begins', async (t) => {
  const { rig, library, start } = await createHouse(t, { speed: 2, patient: true });
  const files = ['1.mp3', '2.mp3', '3.mp3'].map((name) => join(library, name));
  const works = ['TXXX=WORK=First', 'TXXX=WORK=First', 'TIT1=Second'];
  for (const [at, file] of files.entries()) {
    await makeMp3(file, { seconds: 3, seed: 840 + at, lame: ['-V', '2', '--tv', works[at]!] });
  }
  const daemon = await start();
  t.equal((await daemon.put('/settings', { single_mode: 6 })).status, 204);
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  t.match((await daemon.get('/player/current-track')).body, { path: files[2], elapsed: 0 });
  const first = Buffer.concat([await referenceS32(files[0]!), await referenceS32(files[1]!)]);
  t.ok((await rig.capture()).equals(first), 'all of it, and nothing of the next');
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  t.ok((await rig.capture()).equals(Buffer.concat([first, await referenceS32(files[2]!)])));
  t.equal(await xruns(rig), 0);
});
