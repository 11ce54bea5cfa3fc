import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { writeWorker } from '../fixtures.js';
import { harmedWorker, mp3, openShelf, put } from './rig.js';

t.test('files that kill their reader, or keep it, are given up, and all others are found', async (t) => {
  const workerFile = await harmedWorker({
    'kills.mp3': 'process.exit(1);',
    'fills.mp3': 'const all = []; for (;;) all.push(new Array(100_000).fill(Math.random()));',
    'stalls.mp3': 'for (;;);',
  });
  const { music, scanner, titles, rows } = await openShelf(t, { workerFile, stepLimitMs: 6000 });
  for (const name of ['a', 'kills', 'fills', 'm', 'stalls', 'z'])
    await put(join(music, `${name}.mp3`), mp3({ TIT2: name }));
  await scanner.scan();
  t.strictSame(await titles(), ['a', 'm', 'z']);
  t.strictSame(await rows('SELECT name, problem FROM file WHERE problem IS NOT NULL ORDER BY name'), [
    ['fills.mp3', 'It made its reader fail, and is not read again until it changes.'],
    ['kills.mp3', 'It made its reader fail, and is not read again until it changes.'],
    ['stalls.mp3', 'It took too long to read.'],
  ]);
  t.equal((await scanner.scan()).read, 0, 'and they are let be');
});

t.test('a root that never answers is away, and the others are found', async (t) => {
  const workerFile = await harmedWorker({ hung: 'for (;;);' }, 'realpathSync');
  const music = await temporaryDirectory(t);
  const hung = join(await temporaryDirectory(t), 'hung');
  await put(join(hung, 'b.mp3'), mp3({ TIT2: 'B' }));
  await put(join(music, 'a.mp3'), mp3({ TIT2: 'A' }));
  const { scanner, titles } = await openShelf(t, { workerFile, stepLimitMs: 1500, roots: [hung, music] });
  await scanner.scan();
  t.strictSame(await titles(), ['A']);
  t.match(scanner.read().volumes, [
    { path: hung, available: false },
    { path: music, available: true },
  ]);
});

t.test('a failed scan is reported as failed, whatever was scanned after it', async (t) => {
  const workerFile = await writeWorker(
    await temporaryDirectory(t),
    `parentPort.on('message', ({ targets }) => setTimeout(() => parentPort.postMessage(
      targets === undefined ? { kind: 'failed', code: 'SQLITE_FULL', message: '' } : { kind: 'done', report: { volumes: [], ignored: [] } },
    ), 50));`,
  );
  const { music, scanner } = await openShelf(t, { workerFile });
  const refused = t.rejects(scanner.scan(), { code: 'DISK_FULL' });
  while (scanner.read().progress === undefined) await new Promise(setImmediate);
  scanner.look([{ path: music, deep: true }]);
  await refused;
  t.equal(scanner.read().last?.failure, undefined, 'the last one was fine');
});

t.test('a worker that cannot be started fails the scan in words', async (t) => {
  const { scanner } = await openShelf(t, { workerFile: '/nonexistent/scan-worker.cjs' });
  await t.rejects(scanner.scan(), { code: 'SCAN_FAILED' });
  t.match(scanner.read().last?.failure, { code: 'SCAN_FAILED' });
});

t.test('stopping ends a scan, may be done twice, and what comes later is refused', async (t) => {
  const workerFile = await harmedWorker({ 'stalls.mp3': 'for (;;);' });
  const { music, scanner } = await openShelf(t, { workerFile });
  await put(join(music, 'stalls.mp3'), mp3({ TIT2: 'x' }));
  const running = scanner.scan();
  const refused = t.rejects(running, { code: 'SCAN_ENDED' });
  await new Promise<void>((resolve) => {
    const end = scanner.subscribe(() => {
      if (scanner.read().progress?.phase !== 'reading') return;
      end();
      resolve();
    });
  });
  await Promise.all([scanner.stop(), scanner.stop()]);
  await refused;
  await t.rejects(scanner.scan(), { code: 'SCAN_ENDED' });
});

t.test('an idle worker ends, and the next scan starts another', async (t) => {
  const { music, scanner, titles } = await openShelf(t, { idleMs: 1 });
  await put(join(music, 'a.mp3'), mp3({ TIT2: 'A' }));
  await scanner.scan();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'B' }));
  await scanner.scan();
  t.strictSame(await titles(), ['A', 'B']);
});
