import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse } from './daemon.js';

const NOT_SAVED = { status: 503, body: { code: 'STATE_NOT_SAVED' } };

t.test('a box whose state cannot be read plays all the same, and overwrites none of it', async (t) => {
  const { library, start } = await createHouse(t);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 20, seed: 61 });
  const state = join(library, '..', 'state');
  const names = ['state.db'];
  await mkdir(state);
  for (const name of names) await symlink('/proc/self/mem', join(state, name));

  const daemon = await start();
  t.match(daemon.text, /player: player state not readable, .* error=/);
  t.same((await daemon.get('/playlists/amount')).body, { amount: 0 });
  t.match(await daemon.play([file]), NOT_SAVED);
  t.match(await daemon.put('/player/play'), NOT_SAVED);
  t.match(await daemon.put('/player/volume', { steps: 1 }), NOT_SAVED);
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  for (const name of names) t.equal(await readlink(join(state, name)), '/proc/self/mem');

  for (const name of names) await rm(join(state, name));
  t.equal((await daemon.put('/player/pause')).status, 200, 'what can be read again can be written');
  t.equal((await daemon.put('/player/volume', { steps: 1 })).status, 200);
  await daemon.stop();
  t.same((await (await start()).get('/playlists/amount')).body, { amount: 1 });
});
