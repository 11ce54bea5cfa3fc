import { join } from 'node:path';

import t from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse } from './daemon.js';

t.test('playing goes back by pause_rewind after a pause, and by resume_rewind after a start of the box', async (t) => {
  const { library, start } = await createHouse(t);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 90, seed: 823 });
  const daemon = await start();
  await daemon.api.PUT('/settings', { body: { pause_rewind: 15, resume_rewind: 30 } });
  await daemon.play([file]);
  await daemon.api.PUT('/playlists/start', { params: { query: { elapsed: 40_000 } } });
  await daemon.until('it plays there', async () => (await daemon.elapsed()) > 40_000);
  await daemon.api.PUT('/player/pause');
  const paused = await daemon.elapsed();
  await daemon.api.PUT('/player/resume');
  const resumed = await daemon.elapsed();
  t.ok(resumed >= paused - 15_000 && resumed < paused, `${resumed} after ${paused}`);
  await daemon.api.PUT('/player/stop');
  const { resume_elapsed: stopped } = (await daemon.get('/status')).body as { resume_elapsed: number };
  await daemon.stop();
  const next = await start();
  await next.api.PUT('/playlists/resume-track');
  const begun = await next.elapsed();
  t.ok(begun < stopped, `${begun} after ${stopped}`);
});
