/** File access through a share that a test makes hang; libuv's pool is asked whether it is free. */
import { pbkdf2 } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import * as files from '../../src/files/files.js';
import { keptLog } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { bundleWorker } from '../library/fixtures.js';
import { HangingShare, NEEDS_SHARE } from './hanging-share.js';

/** Milliseconds. */
const CALL_LIMIT = 400;
/** Threads of libuv's pool. */
const POOL = 4;

const { log, lines } = keptLog('library');
const workerFile = await bundleWorker(await temporaryDirectory(t), 'src/files/share-worker.ts');

async function setUp(t: Test) {
  const base = await fs.realpath(await temporaryDirectory(t));
  const [served, point, local] = ['served', 'share', 'local'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [join(served, 'album'), point, local]) await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(join(served, 'one.mp3'), Buffer.alloc(300_000, 'abcdefg'));
  await fs.writeFile(join(served, 'album', 'two.mp3'), 'two');
  await fs.symlink('one.mp3', join(served, 'link.mp3'));
  await fs.writeFile(join(local, 'here.mp3'), 'here');
  await fs.symlink(point, join(local, 'all'));
  const share = await HangingShare.mount(t, served, point);
  files.keepSharesApart({ workerFile, log, callLimit: CALL_LIMIT });
  // The list of mounts that was read before counts for a second.
  while (!files.isOnShare(point)) await new Promise((resolve) => setTimeout(resolve, 20));
  return { share, served, point, local };
}

/** Work for every thread of the pool: it is done only when none of them waits. */
const usePool = (): Promise<unknown> =>
  Promise.all(Array.from({ length: POOL }, () => promisify(pbkdf2)('a', 'b', 1000, 32, 'sha1')));

const descriptorsOn = async (point: string): Promise<number> => {
  const names = await fs.readdir('/proc/self/fd');
  const paths = await Promise.all(names.map((name) => fs.readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(`${point}/`)).length;
};

t.test('a share gives what the file system gives', NEEDS_SHARE, async (t) => {
  const { point, local } = await setUp(t);
  const path = join(point, 'one.mp3');
  t.ok(files.isOnShare(path));
  t.notOk(files.isOnShare(join(local, 'all/one.mp3')), 'by its name alone');
  for (const each of [path, join(point, 'album'), join(local, 'all', 'one.mp3'), join(local, 'here.mp3')]) {
    const [facts, expected] = [await files.stat(each), await fs.stat(each)];
    t.strictSame(
      [facts.size, facts.dev, facts.ino, facts.mtime, facts.isFile(), facts.isDirectory()],
      [expected.size, expected.dev, expected.ino, expected.mtime, expected.isFile(), expected.isDirectory()],
      each,
    );
    t.ok(Math.abs(facts.mtimeMs - expected.mtimeMs) < 0.01);
  }
  t.notOk((await files.lstat(join(point, 'link.mp3'))).isFile());
  t.equal(await files.realpath(join(local, 'all', 'link.mp3')), path);
  const named = (await files.readdir(point)).map((entry) => [entry.name, entry.isFile(), entry.isDirectory()] as const);
  t.strictSame(named.sort(), [
    ['album', false, true],
    ['link.mp3', false, false],
    ['one.mp3', true, false],
  ]);
  const streamed: string[] = [];
  for await (const { name } of files.entriesOf(join(local, 'all'))) streamed.push(name);
  t.strictSame(streamed.sort(), ['album', 'link.mp3', 'one.mp3']);
  t.same(Object.keys(await files.statfs(point)).length, 3);
  t.equal(await files.isWritable(point), false, 'nobody asks the server');
  t.equal(await files.isWritable(local), true);
  await t.rejects(files.stat(join(point, 'none.mp3')), { code: 'ENOENT' });
  await t.rejects(files.open(join(point, 'none.mp3'), constants.O_RDONLY), { code: 'ENOENT' });
});

t.test('an open file of a share is read, streamed and closed', NEEDS_SHARE, async (t) => {
  const { point, local } = await setUp(t);
  const path = join(point, 'one.mp3');
  const file = await files.open(join(local, 'all', 'one.mp3'), constants.O_RDONLY);
  t.equal(await fs.readlink(`/proc/self/fd/${file.fd}`), path);
  const into = Buffer.alloc(20);
  t.same(await file.read(into, 5, 10, 7), { bytesRead: 10 });
  t.equal(into.toString('latin1', 5, 15), 'abcdefgabc');
  t.same(await file.read(into, 0, 10, 299_995), { bytesRead: 5 });
  const [exact, expected] = [await file.stat({ bigint: true }), await fs.stat(path, { bigint: true })];
  t.strictSame([exact.size, exact.mtimeNs, exact.mtime], [expected.size, expected.mtimeNs, expected.mtime]);
  const stream = file.createReadStream({ start: 1, end: 200_000 });
  t.ok((await buffer(stream)).equals(await buffer(createReadStream(path, { start: 1, end: 200_000 }))));
  t.equal(stream.bytesRead, 200_000);
  await file.close();
  t.equal(await descriptorsOn(point), 0);
  const folder = await files.open(point, constants.O_RDONLY | constants.O_DIRECTORY);
  t.ok((await files.lstat(`/proc/self/fd/${folder.fd}/one.mp3`)).isFile());
  await folder.close();
  await folder.close();
  await t.rejects(folder.stat(), { code: 'EBADF' });
});

t.test('a share that hangs holds up nobody else, refuses at once, and comes back', NEEDS_SHARE, async (t) => {
  const { share, point, local } = await setUp(t);
  const path = join(point, 'one.mp3');
  const open = await files.open(path, constants.O_RDONLY);
  await share.hang();
  t.teardown(() => share.goOn());
  const calls = [
    ...Array.from({ length: 50 }, () => files.stat(path)),
    ...Array.from({ length: 50 }, () => files.open(join(local, 'all', 'one.mp3'), constants.O_RDONLY)),
    files.readdir(point),
    files.realpath(path),
    open.read(Buffer.alloc(10), 0, 10, 0),
    files.lstat(`/proc/self/fd/${open.fd}`).then(() => files.stat(path)),
  ];
  const outcomes = Promise.allSettled(calls);
  t.notOk(files.shareOf(path)?.isAway);
  for (let round = 0; round < 5; round++) await Promise.all([usePool(), files.stat(join(local, 'here.mp3'))]);
  const settled = await outcomes;
  const isAway = (each: PromiseSettledResult<unknown>) =>
    each.status === 'rejected' && each.reason instanceof files.ShareAway;
  t.ok(settled.every(isAway), 'all of them are refused');
  t.ok(files.shareOf(path)?.isAway);
  t.strictSame(await files.hungShares([local, join(point, '..')]), [point]);
  await t.rejects(files.stat(join(local, 'all', 'one.mp3')), { code: 'EHOSTDOWN', path });
  await t.rejects(open.stat(), { code: 'EHOSTDOWN' });
  await open.close();
  await usePool();
  t.ok(share.isHanging, 'all this came to pass while the server hangs');
  share.goOn();
  while (files.shareOf(path)?.isAway === true) await usePool();
  t.equal((await files.stat(path)).size, 300_000);
  while ((await descriptorsOn(point)) > 0) await usePool();
  t.match(lines.join('\n'), /does not answer[^]*answers again/);
});

t.test('a server that is gone is an error of the system', NEEDS_SHARE, async (t) => {
  const { share, point } = await setUp(t);
  t.equal((await files.stat(join(point, 'one.mp3'))).size, 300_000);
  await share.die();
  await t.rejects(files.stat(join(point, 'one.mp3')), { code: 'ENOTCONN' });
  t.notOk(files.shareOf(point)?.isAway, 'its answer is quick');
  share.unmount();
  while (files.isOnShare(point)) await usePool();
  t.strictSame(await files.readdir(point), [], 'the folder below is local');
});
