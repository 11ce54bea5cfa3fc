import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ScanFailed } from '../../src/library/scan/failures.js';
import { follow } from './event-client.js';
import { ENDED, FakeScanner } from './fake-scanner.js';
import { problem, startRig } from './rig.js';

t.test('a scan answers 0 as text when it is done', async (t) => {
  const scanner = new FakeScanner();
  const { send } = await startRig(t, { scanner });
  const { status, headers, text } = await send('PUT', '/scan-library');
  t.strictSame([status, headers['content-type'], text], [200, 'text/plain; charset=utf-8', '0']);
  t.equal((await send('PUT', '/scan-library?rebuild_index=1')).status, 200);
  t.strictSame(scanner.asked, ['everything', 'everything again']);
});

t.test('a scan of a folder stays inside the library', async (t) => {
  const scanner = new FakeScanner();
  const { send, library } = await startRig(t, { scanner });
  await mkdir(join(library, 'new'));
  t.equal((await send('PUT', `/scan-library?path=${encodeURIComponent(join(library, 'new'))}`)).text, '0');
  const again = `/scan-library?rebuild_index=true&path=${encodeURIComponent(join(library, 'new'))}`;
  t.equal((await send('PUT', again)).text, '0');
  t.strictSame(scanner.asked, [join(library, 'new'), `${join(library, 'new')} again`]);
  const answer = await send('PUT', '/scan-library?path=/etc');
  t.equal(answer.status, 400);
  t.match(answer.json, { code: 'OUTSIDE_LIBRARY' });
  t.equal(scanner.asked.length, 2);
});

t.test('a scan that failed says why', async (t) => {
  const scanner = new FakeScanner();
  scanner.failure = new ScanFailed('DISK_FULL', 'The disk is full.');
  const { send } = await startRig(t, { scanner });
  const { status, json } = await send('PUT', '/scan-library');
  t.equal(status, 503);
  t.strictSame(json, problem(503, 'Service Unavailable', 'DISK_FULL', 'The disk is full.'));
});

t.test('the state of the scan comes with a page of its problems', async (t) => {
  const scanner = new FakeScanner();
  scanner.page = { total: 3, rows: [{ path: '/music/a.mp3', problem: 'It is damaged.' }] };
  scanner.state = {
    progress: { phase: 'reading', root: '/music', folders: 1, files: 2, read: 3, failed: 4 },
    last: { ...ENDED, failure: new ScanFailed('DISK_FULL', 'The disk is full.') },
    volumes: [{ path: '/music', available: true, mounted: false, remote: true }],
    ignored: [],
    revision: 17,
  };
  const { send } = await startRig(t, { scanner });
  const { status, json } = await send('GET', '/scan?limit=5000&offset=2');
  t.equal(status, 200);
  t.strictSame(json, {
    scanning: true,
    phase: 'reading',
    root: '/music',
    folders: 1,
    files: 2,
    read: 3,
    failed: 4,
    revision: '17',
    last: {
      at: 1,
      duration: 2,
      folders: 3,
      files: 4,
      read: 5,
      failed: 6,
      code: 'DISK_FULL',
      reason: 'The disk is full.',
    },
    volumes: [{ path: '/music', available: true, mounted: false, remote: true }],
    problem_count: 3,
    problems: [{ path: '/music/a.mp3', code: 'UNREADABLE_FILE', reason: 'It is damaged.' }],
  });
  t.strictSame(scanner.asked, ['1000 problems from 2'], 'a page has its bound');
});

t.test('the events tell how far a scan is', async (t) => {
  const scanner = new FakeScanner();
  const { port } = await startRig(t, { scanner });
  const client = await follow(t, port);
  await client.event('snapshot');
  const progress = { phase: 'walking', root: '/music', folders: 1, files: 2, read: 0, failed: 0 } as const;
  scanner.become({ ...scanner.state, progress });
  const { data } = await client.event('scan');
  t.match(data, { scanning: true, phase: 'walking', root: '/music', folders: 1, files: 2, last: null });
});

t.test('of a scan that went well the code and the reason are empty', async (t) => {
  const scanner = new FakeScanner();
  scanner.state = { ...scanner.state, last: ENDED };
  const { send } = await startRig(t, { scanner });
  t.match((await send('GET', '/scan')).json, { scanning: false });
  const { last } = (await send('GET', '/scan')).json as { last: object };
  t.strictSame(last, { at: 1, duration: 2, folders: 3, files: 4, read: 5, failed: 6, code: '', reason: '' });
});
