import { rmSync } from 'node:fs';
import t from 'tap';
import { recordId } from '../../src/library/ids.js';
import { Library } from '../../src/library/library.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { problem, startRig } from './rig.js';

const ID = recordId('track', '/music/a');
const NEVER = problem(404, 'Not Found', 'NEVER_COUNTED', 'This track was never played or skipped.');

const seconds = (): number => Math.floor(Date.now() / 1000);

interface Stats {
  readonly last_played: number;
  readonly last_skipped: number;
  readonly updated_at: number;
}

t.test('a track that was never counted has no stats', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('GET', `/track-stats/${ID}`);
  t.equal(status, 404);
  t.strictSame(json, NEVER);
});

t.test('plays and skips are counted with their times, of any id', async (t) => {
  const { send } = await startRig(t);
  const start = seconds();
  for (const what of ['played', 'played', 'skipped']) {
    const { status, text } = await send('POST', `/track-stats/${ID}/${what}`);
    t.equal(status, 204);
    t.equal(text, '');
  }
  const { json } = await send('GET', `/track-stats/${ID}`);
  const { last_played, last_skipped, updated_at } = json as Stats;
  for (const time of [last_played, last_skipped, updated_at]) t.ok(time >= start && time <= seconds());
  t.strictSame(json, { track_id: ID, play_count: 2, skip_count: 1, last_played, last_skipped, updated_at });
  t.equal((await send('GET', '/track-stats/other')).status, 404, 'others are not touched');
});

t.test('what never happened has no time', async (t) => {
  const { send } = await startRig(t);
  await send('POST', '/track-stats/one/played');
  await send('POST', '/track-stats/other/skipped');
  t.match((await send('GET', '/track-stats/one')).json, { play_count: 1, skip_count: 0, last_skipped: null });
  t.match((await send('GET', '/track-stats/other')).json, { play_count: 0, skip_count: 1, last_played: null });
});

t.test('a body is not asked for, and not read', async (t) => {
  const { send } = await startRig(t);
  const sent = { body: '<x>', headers: { 'content-type': 'text/xml' } };
  t.equal((await send('POST', `/track-stats/${ID}/played`, sent)).status, 204);
});

t.test('an id that no track can have is refused', async (t) => {
  const { send } = await startRig(t);
  for (const id of ['x'.repeat(65), '%00', 'a%0Ab', '%C2%85']) {
    for (const what of ['played', 'skipped']) {
      const { status, json } = await send('POST', `/track-stats/${id}/${what}`);
      t.equal(status, 400, id);
      t.match(json, { code: 'INVALID_ID', errors: [{ path: 'id' }] });
    }
    t.equal((await send('GET', `/track-stats/${id}`)).status, 404);
  }
  t.equal((await send('POST', `/track-stats/${'x'.repeat(64)}/played`)).status, 204);
});

t.test('what was acknowledged outlasts a restart', async (t) => {
  const directory = t.testdir();
  const { library } = await libraryRig(t, directory);
  const { send } = await startRig(t, { library });
  await send('POST', `/track-stats/${ID}/played`);
  const state = databaseIn(directory);
  t.teardown(() => state.close());
  const restarted = await startRig(t, { library: new Library({ records: state, state, log: SILENT_LOG }) });
  t.match((await restarted.send('GET', `/track-stats/${ID}`)).json, { play_count: 1 });
});

t.test('what cannot be saved is refused', async (t) => {
  const directory = t.testdir({ state: 'a file where the folder should be' });
  const state = databaseIn(`${directory}/state`);
  t.teardown(() => state.close());
  const { send } = await startRig(t, { library: new Library({ records: state, state, log: SILENT_LOG }) });
  const { status, json } = await send('POST', `/track-stats/${ID}/played`);
  t.equal(status, 503);
  t.strictSame(json, problem(503, 'Service Unavailable', 'NOT_SAVED', 'It could not be saved.'));
  rmSync(`${directory}/state`);
  t.equal((await send('POST', `/track-stats/${ID}/played`)).status, 204, 'and taken when the disk is well again');
});
