/**
 * What is really listened to reaches a server of the ListenBrainz API: by the daemon, after it was killed with no
 * server to be reached, once, and without the token in anything that it says.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import t from 'tap';

import { noiseWav } from '../../fixtures/mp3.js';
import { answer, listenBrainz } from '../../listens/listenbrainz-server.js';
import { bodyOf } from '../../../src/client/client.js';
import { createHouse, type Daemon, FAST } from '../daemon.js';

const TOKEN = 'a-very-secret-token';
const environment = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

const stateOf = ({ api }: Daemon) => bodyOf(api.GET('/scrobbling'));

t.test('listens outlast a killed daemon, and go out when the server is back', async (t) => {
  const { library, start } = await createHouse(t, FAST);
  const tracks: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    tracks.push(join(library, `${name}.wav`));
    await writeFile(join(library, `${name}.wav`), noiseWav({ seconds: 12, seed: name.length }));
  }
  const server = await listenBrainz(t);
  server.behave = (_, response) => response.destroy();
  const daemon = await start({ environment });
  await daemon.put('/scan-library');
  const settings = { listenbrainz_enabled: true, listenbrainz_token: TOKEN, listenbrainz_url: server.address };
  t.equal((await daemon.put('/settings', settings)).status, 204);
  await daemon.play(tracks);
  await daemon.put('/player/play');
  await daemon.until('all is over', async () => (await daemon.playbackStatus()) === 0);
  await daemon.until('all waits', async () => (await stateOf(daemon)).queued === 3);
  // The outbox may not be written to disk yet.
  const disk = new Database(join(library, '..', 'state', 'state.db'), { readonly: true });
  const saved = disk.prepare<[], number>('SELECT count(*) FROM listen').pluck();
  await daemon.until('all is saved', () => Promise.resolve(saved.get() === 3));
  disk.close();
  const said = [daemon, await daemon.get('/settings'), await daemon.get('/scrobbling')];
  await daemon.stop('SIGKILL');

  server.behave = answer(200);
  const again = await start({ environment });
  await again.until('all is sent', async () => (await stateOf(again)).queued === 0);
  t.strictSame(
    server.taken().map((title) => title.replace(/\.wav$/, '')),
    ['one', 'two', 'three'],
  );
  t.equal(server.submissions.at(-1)?.authorization, `Token ${TOKEN}`, 'the token was kept');
  for (const { text } of [...said, again]) t.notMatch(text, TOKEN);
});
