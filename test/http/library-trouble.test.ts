/** What a client sees when a database of the library cannot be used: a clear error, and everything else goes on. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { Test } from 'tap';
import { connect } from '../../src/database/sqlite.js';
import { Library } from '../../src/library/library.js';
import { BINDING, databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { LIBRARY_MIGRATIONS } from '../library/rig.js';
import { startRig } from './rig.js';

async function inFolder(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-trouble-'));
  const state = databaseIn(folder);
  const records = databaseIn(folder, { file: join(folder, 'library.db'), migrations: LIBRARY_MIGRATIONS });
  t.teardown(async () => {
    await records.close();
    await state.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, state, records, library: new Library({ records, state, log: SILENT_LOG }) };
}

t.test('a library of a newer version is left alone, and said to be unavailable', async (t) => {
  const { folder, library } = await inFolder(t);
  const sql = await connect(join(folder, 'library.db'), BINDING);
  sql.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT');
  sql.exec("INSERT INTO migration VALUES ('2999-01-01-future', 0)");
  sql.close();
  const { send, player } = await startRig(t, { library });
  for (const path of ['/tracks', '/albums/x', '/search?q=a', '/likes/tracks']) {
    const { status, json } = await send('GET', path);
    t.equal(status, 503, path);
    t.match(json, { code: 'LIBRARY_UNAVAILABLE' });
  }
  player.hold(['/music/a.mp3']);
  t.match((await send('GET', '/playlists/current/tracks')).json, [{ title: 'a', id: null }], 'the queue is shown');
});

t.test('a library that the disk does not give is unavailable until it does', async (t) => {
  const { folder, library } = await inFolder(t);
  await mkdir(join(folder, 'library.db'));
  const { send } = await startRig(t, { library });
  t.match((await send('GET', '/tracks')).json, { status: 503, code: 'LIBRARY_UNAVAILABLE' });
  await rm(join(folder, 'library.db'), { recursive: true });
  t.strictSame((await send('GET', '/tracks')).json, []);
});

t.test('a damaged library is put aside, and begins anew', async (t) => {
  const { folder, library } = await inFolder(t);
  await writeFile(join(folder, 'library.db'), 'this is not a database, however long one looks at it'.repeat(100));
  const { send } = await startRig(t, { library });
  t.strictSame((await send('GET', '/tracks')).json, []);
});

t.test('what the disk refuses to keep is told', async (t) => {
  const { state, library } = await inFolder(t);
  const { send } = await startRig(t, { library });
  await state.write(() => undefined);
  t.intercept(state, 'write', {
    value: () => Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })),
  });
  const body = { url: 'http://radio.example/', title: '', artist: '', album: '', duration_ms: 0 };
  const { status, json } = await send('PUT', '/tracks/stream-metadata', { body });
  t.strictSame([status, (json as { code: string }).code], [503, 'NOT_SAVED']);
});
