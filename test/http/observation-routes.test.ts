import t from 'tap';
import { Health } from '../../src/system/health.js';
import { single } from '../../src/system/metrics/exposition.js';
import { problem, startRig } from './rig.js';

t.test('a box that is well names the parts that answered', async (t) => {
  const check = (name: string) => ({ name, restartHelps: true, look: () => undefined });
  const { send } = await startRig(t, { health: new Health([check('audio'), check('state')]) });
  const { status, json, headers } = await send('GET', '/health');
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  t.match(json, { status: 'ok', checks: [{ name: 'audio' }, { name: 'state' }] });
});

t.test('a part that does not answer is 503, with its name and reason', async (t) => {
  const look = () => Promise.reject(new Error('no decoder is running'));
  const well = { name: 'state', restartHelps: true, look: () => undefined };
  const { send } = await startRig(t, { health: new Health([well, { name: 'audio', restartHelps: true, look }]) });
  const { status, json } = await send('GET', '/health');
  t.equal(status, 503);
  t.same(
    json,
    problem(503, 'Service Unavailable', 'NOT_HEALTHY', 'The daemon is not well: audio: no decoder is running.', [
      { path: 'audio', message: 'no decoder is running' },
    ]),
  );
});

t.test('the readings come with how long each operation took', async (t) => {
  const { send } = await startRig(t, { readMetrics: () => [single('gauge', 'tonearm_something', 'Some.', 4)] });
  await send('GET', '/version');
  await send('GET', '/version');
  await send('GET', '/nowhere');
  await send('GET', '/tracks/none');
  const { status, text, headers } = await send('GET', '/metrics');
  t.equal(status, 200);
  t.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  const lines = text.split('\n');
  t.ok(lines.includes('tonearm_something 4'));
  const counted = lines.filter((line) => line.startsWith('tonearm_http_request_duration_seconds_count'));
  t.same(counted, [
    'tonearm_http_request_duration_seconds_count{operation="getVersion",status="2xx"} 2',
    'tonearm_http_request_duration_seconds_count{operation="none",status="4xx"} 1',
    'tonearm_http_request_duration_seconds_count{operation="getTrack",status="4xx"} 1',
  ]);
});
