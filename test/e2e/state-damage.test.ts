import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, FAST } from './daemon.js';

t.test('a box whose database is lost says so, keeps its PIN and its library, and saves what comes then', async (t) => {
  const { library, start } = await createHouse(t, FAST);
  const track = join(library, 'a.mp3');
  await makeMp3(track, { seconds: 2, seed: 9 });
  const daemon = await start();
  await daemon.api.PUT('/scan-library');
  await daemon.api.PUT('/settings', { body: { repeat_mode: 1 } });
  await daemon.play([track]);
  t.equal((await daemon.put('/system/pin', { pin: '1234' })).status, 204);
  t.strictSame((await daemon.get('/system/notices')).body, []);
  await daemon.stop();
  const state = join(library, '..', 'state');
  await truncate(join(state, 'state.db'));
  // Temporary file that a power cut leaves behind.
  const leftovers = ['state.db.copy.part', 'restore.json.part', 'pin.mark.new'];
  for (const name of leftovers) await writeFile(join(state, name), 'half');

  const next = await start();
  t.match((await next.get('/system/notices')).body, [{ code: 'STATE_LOST', copied_at: null }]);
  t.match((await next.get('/health')).body, { status: 'ok', notices: [{ code: 'STATE_LOST' }] });
  t.equal((await next.put('/system/pin', { pin: '5678' })).status, 401, 'the PIN does not open by damage');
  t.equal((await bodyOf(next.api.GET('/tracks'))).length, 1, 'the library is another database');
  const names = await readdir(state);
  t.notOk(
    names.some((name) => leftovers.includes(name)),
    'left-over files are gone',
  );
  await next.api.PUT('/settings', { body: { fade_on_stop: true } });
  await next.stop();

  const last = await start();
  t.equal((await bodyOf(last.api.GET('/settings'))).fade_on_stop, true);
  const [notice] = await bodyOf(last.api.GET('/system/notices'));
  t.ok(notice, 'a start is no acknowledgement');
  await last.api.DELETE('/system/notices/{id}', { params: { path: { id: notice?.id ?? '' } } });
  t.strictSame((await bodyOf(last.api.GET('/health'))).notices, []);
  await last.stop();
});

t.test('a library that is lost is read anew, and what people like stays liked', async (t) => {
  const { library, start } = await createHouse(t, FAST);
  await makeMp3(join(library, 'a.mp3'), { seconds: 2, seed: 9 });
  const daemon = await start();
  await daemon.api.PUT('/scan-library');
  const [track] = await bodyOf(daemon.api.GET('/tracks'));
  t.equal((await daemon.put(`/tracks/${track?.id}/like`)).status, 204);
  await daemon.stop();
  const state = join(library, '..', 'state');
  for (const damage of [() => truncate(join(state, 'library.db')), () => rm(join(state, 'library.db'))]) {
    await damage();
    const next = await start();
    await next.until('it is read anew', async () => (await bodyOf(next.api.GET('/tracks'))).length === 1);
    t.strictSame(
      (await bodyOf(next.api.GET('/likes/tracks'))).map(({ id }) => id),
      [track?.id],
    );
    t.strictSame((await next.get('/system/notices')).body, []);
    await next.stop();
  }
});
