import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse } from './daemon.js';

/** Finds processes with the rig's configuration in their environment: the children of this test. */
async function processesWith(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    if (environment.includes(mark) && !/\) Z /.test(stat)) found.push(pid);
  }
  return found;
}

t.test('a daemon killed while playing leaves no orphan, and the next start plays again after one play', async (t) => {
  const { rig, library, start } = await createHouse(t);
  const files = ['a.mp3', 'b.mp3'].map((name) => join(library, name));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 20, seed: at + 40 });
  const daemon = await start();
  await daemon.play(files);
  await daemon.put('/playlists/start?start_index=1');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  await daemon.stop('SIGKILL');
  t.same(await processesWith(rig.environment.ALSA_CONFIG_PATH), []);

  const next = await start();
  t.equal(await next.playbackStatus(), 0);
  t.same((await next.get('/playlists/amount')).body, { amount: 2 });
  await next.put('/player/play');
  t.equal(await next.playbackStatus(), 1);
  await next.until('it plays', async () => (await next.elapsed()) > 300);
  t.match((await next.get('/player/current-track')).body, { path: files[1] });
});

t.test('a daemon that is asked to end does so quietly while it plays', async (t) => {
  const { rig, library, start } = await createHouse(t);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 20, seed: 44 });
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  await daemon.stop('SIGTERM');
  t.equal(daemon.process.exitCode, 0);
  t.equal((await rig.events()).at(-1)?.name, 'CLOSE');
});
