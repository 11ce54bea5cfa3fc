import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t, { type Test } from 'tap';
import { rootId } from '../../src/library/store/known-roots.js';
import { LARGEST_UPLOAD, UPLOAD_LIFE_MILLISECONDS } from '../../src/uploads/uploads.js';
import { temporaryDirectory } from '../http/rig.js';
import { putOdd } from '../library/odd-files.js';
import { mp3 } from '../library/scan/rig.js';
import { broken, pieces, stuck, uploadsIn, wanted } from './rig.js';

const song = (title: string): Buffer => mp3({ TIT2: title, TPE1: 'Artist' });
const SONG = song('Song');
const HIDDEN = '.tonearm-uploads';

async function start(t: Test) {
  const root = await temporaryDirectory(t);
  return { root, ...uploadsIn([root]) };
}

/** All files below, but for the hidden ones. */
async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return files
    .map((file) => file.slice(root.length + 1))
    .filter((file) => !file.startsWith(HIDDEN))
    .sort();
}

/** What is left in the hidden folder. */
const hiddenIn = (root: string): Promise<string[]> => readdir(join(root, HIDDEN)).catch(() => []);

t.test('a file that comes in pieces lies in its folder, whole, and the scanner looks there', async (t) => {
  const { root, uploads, looked } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length, { relativePath: 'Artist/Album' }));
  const half = await uploads.append(record.id, 0, pieces(SONG.subarray(0, 5000)));
  t.equal(half.offset, 5000);
  t.equal(half.record.result, undefined);
  t.strictSame(await filesIn(root), [], 'nothing is seen of it before');
  const whole = await uploads.append(record.id, 5000, pieces(SONG.subarray(5000)));
  const path = join(root, 'Artist/Album/a.mp3');
  t.strictSame(whole.record.result, { kind: 'added', path });
  t.ok((await readFile(path)).equals(SONG));
  t.strictSame(looked, [{ path: dirname(path), deep: false }]);
  t.strictSame(await hiddenIn(root), [`${record.id}.json`], 'only the note of it stays');
});

t.test('what is added is for other programs too, whatever the umask; what is not whole is not', async (t) => {
  const { root, uploads } = await start(t);
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  const { record } = await uploads.create(wanted('a.mp3', SONG.length, { relativePath: 'Artist/Album' }));
  await uploads.append(record.id, 0, pieces(SONG));
  const modeOf = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8);
  t.equal(await modeOf('Artist/Album/a.mp3'), '644');
  for (const folder of ['Artist', 'Artist/Album']) t.equal(await modeOf(folder), '755', folder);
  t.equal(await modeOf(HIDDEN), '700');
});

t.test('bytes that came before a connection broke count', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await t.rejects(uploads.append(record.id, 0, broken(SONG.subarray(0, 3000))));
  t.equal((await uploads.find(record.id)).offset, 3000);
  await t.rejects(uploads.append(record.id, 2999, pieces(SONG)), { code: 'OFFSET_MISMATCH' });
  await uploads.append(record.id, 3000, pieces(SONG.subarray(3000)));
  t.ok((await readFile(join(root, 'a.mp3'))).equals(SONG));
});

t.test('who comes last goes on, and the one before is told', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  let reported: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (reported = resolve));
  const first = uploads.append(record.id, 0, stuck(SONG.subarray(0, 4000), reported));
  const ended = t.rejects(first, { code: 'UPLOAD_TAKEN_OVER' });
  await sent;
  await t.rejects(uploads.append(record.id, 1, pieces(SONG)), { code: 'OFFSET_MISMATCH' });
  await ended;
  const { offset } = await uploads.find(record.id);
  t.equal(offset, 4000);
  await uploads.append(record.id, offset, pieces(SONG.subarray(offset)));
  t.ok((await readFile(join(root, 'a.mp3'))).equals(SONG));
});

t.test('of two that come at once in place of one that says nothing, one goes on and the other is told', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  let reported: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (reported = resolve));
  const first = t.rejects(uploads.append(record.id, 0, stuck(SONG.subarray(0, 4000), reported)), {
    code: 'UPLOAD_TAKEN_OVER',
  });
  await sent;
  const others = await Promise.allSettled([
    uploads.append(record.id, 4000, pieces(SONG.subarray(4000))),
    uploads.append(record.id, 4000, pieces(SONG.subarray(4000))),
  ]);
  await first;
  const refused = others.flatMap((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : []));
  t.strictSame(refused, ['UPLOAD_TAKEN_OVER']);
  t.ok((await readFile(join(root, 'a.mp3'))).equals(SONG));
  await uploads.remove(record.id);
  t.strictSame(await hiddenIn(root), []);
});

t.test('who is ended while the part is being opened takes no byte', async (t) => {
  const { uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  const upload = await uploads.find(record.id);
  const first = t.rejects(upload.append(0, stuck(SONG.subarray(0, 4000))), { code: 'UPLOAD_TAKEN_OVER' });
  // In turns of the microtasks only: nothing was opened yet.
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  t.ok(upload.isBusy);
  await upload.interrupt();
  await first;
  t.equal(upload.offset, 0);
  t.notOk(upload.isBusy);
});

t.test('what is written is not kept in memory until all has come', async (t) => {
  const { uploads } = await start(t);
  const [count, size] = [300, 10_000];
  const { record } = await uploads.create(wanted('a.mp3', count * size));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const sent: WeakRef<Buffer>[] = [];
  let kept = count;
  async function* body(): AsyncGenerator<Buffer> {
    for (let at = 0; at < count; at++) {
      const bytes = Buffer.alloc(size, at);
      sent.push(new WeakRef(bytes));
      yield bytes;
      await delay(0);
    }
    await delay(10);
    collect();
    kept = sent.filter((each) => each.deref() !== undefined).length;
  }
  await t.rejects(uploads.append(record.id, 0, body()), { code: 'NOT_MUSIC' });
  t.ok(kept < count / 10, `${kept} of ${count} pieces`);
});

t.test('more bytes than were told of are refused, and those that fit can be gone on with', async (t) => {
  const { uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', 2500));
  await t.rejects(uploads.append(record.id, 0, pieces(SONG)), { code: 'TOO_MANY_BYTES' });
  t.equal((await uploads.find(record.id)).offset, 2000);
});

t.test('after a start it goes on where the disk is', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length, { relativePath: 'x' }));
  await uploads.append(record.id, 0, pieces(SONG.subarray(0, 7000)));
  const again = uploadsIn([root]);
  await again.uploads.start();
  t.equal((await again.uploads.find(record.id)).offset, 7000);
  await again.uploads.append(record.id, 7000, pieces(SONG.subarray(7000)));
  t.ok((await readFile(join(root, 'x/a.mp3'))).equals(SONG));
  const third = uploadsIn([root]);
  t.strictSame((await third.uploads.find(record.id)).record.result, { kind: 'added', path: join(root, 'x/a.mp3') });
});

t.test('one that was whole when the daemon died is added by the next', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await writeFile(join(root, HIDDEN, `${record.id}.mp3`), SONG);
  const again = uploadsIn([root]);
  await again.uploads.start();
  t.strictSame(await filesIn(root), ['a.mp3']);
  t.equal(again.looked.length, 1);
  t.equal((await again.uploads.find(record.id)).record.result?.kind, 'added');
});

t.test('one that was linked already when the daemon died is no duplicate of itself', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await uploads.append(record.id, 0, pieces(SONG));
  const { link } = await import('node:fs/promises');
  await link(join(root, 'a.mp3'), join(root, HIDDEN, `${record.id}.mp3`));
  await writeFile(join(root, HIDDEN, `${record.id}.json`), JSON.stringify(record));
  const again = uploadsIn([root]);
  await again.uploads.start();
  t.equal((await again.uploads.find(record.id)).record.result?.kind, 'added');
  t.strictSame(await filesIn(root), ['a.mp3']);
});

t.test('the same file again is told of, and is no second copy', async (t) => {
  const { root, uploads, looked } = await start(t);
  const kinds: unknown[] = [];
  for (const bytes of [SONG, SONG, song('Other'), song('Other'), SONG]) {
    const { record } = await uploads.create(wanted('a.mp3', bytes.length));
    kinds.push((await uploads.append(record.id, 0, pieces(bytes))).record.result);
  }
  const [first, second] = [join(root, 'a.mp3'), join(root, 'a (2).mp3')];
  t.strictSame(kinds, [
    { kind: 'added', path: first },
    { kind: 'duplicate', path: first },
    { kind: 'added', path: second },
    { kind: 'duplicate', path: second },
    { kind: 'duplicate', path: first },
  ]);
  t.strictSame(await filesIn(root), ['a (2).mp3', 'a.mp3']);
  t.ok((await readFile(first)).equals(SONG), 'nothing was written over');
  t.equal(looked.length, 2);
});

t.test('the same name at the same time makes two files', async (t) => {
  const { root, uploads } = await start(t);
  const songs = Array.from({ length: 8 }, (_, at) => song(`Song ${at % 4}`));
  await Promise.all(
    songs.map(async (bytes) => {
      const { record } = await uploads.create(wanted('a.mp3', bytes.length, { relativePath: 'x/y' }));
      await uploads.append(record.id, 0, pieces(bytes, 700));
    }),
  );
  t.strictSame(await filesIn(root), ['x/y/a (2).mp3', 'x/y/a (3).mp3', 'x/y/a (4).mp3', 'x/y/a.mp3']);
});

t.test('what is not what its ending says is refused, and nothing is left', async (t) => {
  const { root, uploads, looked } = await start(t);
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  for (const [name, bytes, code] of [
    ['a.mp3', Buffer.from('<html>no music</html>'.repeat(100)), 'NOT_MUSIC'],
    ['a.flac', Buffer.alloc(5000, 7), 'NOT_MUSIC'],
    ['a.ogg', png, 'NOT_MUSIC'],
    ['a.caf', Buffer.from('caf but not quite'), 'NOT_MUSIC'],
    ['b.caf', Buffer.from('caff and nothing behind it'), 'NOT_MUSIC'],
    ['cover.jpg', SONG, 'NOT_WHAT_IT_SAYS'],
    ['list.m3u8', Buffer.from([0x23, 0, 1, 2, 0xff]), 'NOT_WHAT_IT_SAYS'],
  ] as const) {
    const { record } = await uploads.create(wanted(name, bytes.length));
    await t.rejects(uploads.append(record.id, 0, pieces(bytes)), { code }, name);
    await t.rejects(uploads.find(record.id), { code: 'UNKNOWN_UPLOAD' });
  }
  t.strictSame(await filesIn(root), []);
  t.strictSame(await hiddenIn(root), []);
  t.strictSame(looked, []);
});

t.test('what could not be looked at is kept, and is added when it can be', async (t) => {
  const { root, uploads, reader } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  reader.unread = true;
  await t.rejects(uploads.append(record.id, 0, pieces(SONG)), { code: 'CANNOT_CHECK' });
  await t.rejects(uploads.find(record.id), { code: 'CANNOT_CHECK' });
  t.strictSame((await hiddenIn(root)).sort(), [`${record.id}.json`, `${record.id}.mp3`]);
  reader.unread = false;
  t.equal((await uploads.find(record.id)).record.result?.kind, 'added');
  t.ok((await readFile(join(root, 'a.mp3'))).equals(SONG));
});

t.test('covers, playlists and formats that only the decoder knows are taken', async (t) => {
  const { root, uploads } = await start(t);
  const files: readonly (readonly [string, Buffer])[] = [
    ['cover.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['list.m3u8', Buffer.from('#EXTM3U\nä.mp3\n')],
    ['old.m3u', Buffer.from('#EXTM3U\n\xe4.mp3\n', 'latin1')],
    ['radio.pls', Buffer.from('[playlist]\nFile1=http://radio.example/\n')],
    ['disc.cue', Buffer.from('FILE "a.mp3" MP3\n')],
    ['sun.au', await readFile(await putOdd(join(await temporaryDirectory(t), 'sun.au')))],
  ];
  for (const [name, bytes] of files) {
    const { record } = await uploads.create(wanted(name, bytes.length));
    t.equal((await uploads.append(record.id, 0, pieces(bytes))).record.result?.kind, 'added', name);
  }
  t.strictSame(await filesIn(root), files.map(([name]) => name).sort());
});

t.test('what is no music by its name, empty or too large is refused at once', async (t) => {
  const { root, uploads } = await start(t);
  for (const name of ['a.exe', 'a', 'a.mp3.sh', 'a.html']) {
    await t.rejects(uploads.create(wanted(name, 10)), { code: 'UNKNOWN_KIND' }, name);
  }
  await t.rejects(uploads.create(wanted('../a.mp3', 10)), { code: 'INVALID_NAME' });
  await t.rejects(uploads.create(wanted('a.mp3', 0)), { code: 'EMPTY_FILE' });
  await t.rejects(uploads.create(wanted('a.mp3', LARGEST_UPLOAD + 1)), { code: 'FILE_TOO_LARGE' });
  await t.rejects(uploads.create(wanted('cover.png', 33 * 2 ** 20)), { code: 'FILE_TOO_LARGE' });
  t.strictSame(await hiddenIn(root), []);
});

t.test('a link that leads out of the root is not followed, one that stays inside is', async (t) => {
  const { root, uploads } = await start(t);
  const outside = await temporaryDirectory(t);
  await mkdir(join(root, 'real'));
  await symlink(outside, join(root, 'out'));
  await symlink('real', join(root, 'in'));
  const add = async (relativePath: string) => {
    const { record } = await uploads.create(wanted('a.mp3', SONG.length, { relativePath }));
    return uploads.append(record.id, 0, pieces(SONG));
  };
  for (const path of ['out', 'out/deep/er']) await t.rejects(add(path), { code: 'OUTSIDE_ROOT' }, path);
  t.strictSame(await readdir(outside), []);
  t.equal((await add('in')).record.result?.path, join(root, 'real/a.mp3'));
  await symlink(join(outside, 'nowhere.mp3'), join(root, 'a.mp3'));
  t.equal((await add('')).record.result?.path, join(root, 'a (2).mp3'), 'a link is a name that is taken');
  t.strictSame(await readdir(outside), []);
});

t.test('a file where a folder is wanted is a conflict, and the upload waits', async (t) => {
  const { root, uploads } = await start(t);
  await writeFile(join(root, 'x'), '');
  const { record } = await uploads.create(wanted('a.mp3', SONG.length, { relativePath: 'x/y' }));
  await t.rejects(uploads.append(record.id, 0, pieces(SONG)), { code: 'NOT_A_FOLDER' });
  await rm(join(root, 'x'));
  t.equal((await uploads.find(record.id)).record.result?.path, join(root, 'x/y/a.mp3'));
});

t.test('no room is told before and in the middle, and what came is kept', async (t) => {
  const { root, uploads, space } = await start(t);
  space.free = 128 * 2 ** 20 + SONG.length;
  await t.rejects(uploads.create(wanted('a.mp3', SONG.length + 1)), { code: 'NO_SPACE' });
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await uploads.append(record.id, 0, pieces(SONG.subarray(0, 2000)));
  space.free = 0;
  await t.rejects(uploads.append(record.id, 2000, pieces(SONG.subarray(2000))), { code: 'NO_SPACE' });
  t.equal((await uploads.find(record.id)).offset, 2000);
  space.free = undefined;
  await uploads.append(record.id, 2000, pieces(SONG.subarray(2000)));
  t.strictSame(await filesIn(root), ['a.mp3']);
});

t.test('it goes to the first root that can be written to, or to the one that is named', async (t) => {
  const [one, two] = [await temporaryDirectory(t), await temporaryDirectory(t)];
  const { uploads, space } = uploadsIn([join(one, 'missing'), one, two]);
  t.equal((await uploads.create(wanted('a.mp3', 10))).root, one);
  t.equal((await uploads.create(wanted('a.mp3', 10, { root: rootId(two) }))).root, two);
  await t.rejects(uploads.create(wanted('a.mp3', 10, { root: 'croot' })), { code: 'UNKNOWN_ROOT' });
  space.isReadOnly = true;
  await t.rejects(uploads.create(wanted('a.mp3', 10)), { code: 'NO_WRITABLE_ROOT' });
  await t.rejects(uploads.create(wanted('a.mp3', 10, { root: rootId(two) })), { code: 'ROOT_NOT_WRITABLE' });
});

t.test('what nobody goes on with for a day is gone', async (t) => {
  const { root, uploads, clock } = await start(t);
  const { record } = await uploads.create(wanted('old.mp3', SONG.length));
  clock.now += UPLOAD_LIFE_MILLISECONDS - 1;
  t.equal((await uploads.find(record.id)).offset, 0);
  clock.now += 1;
  await t.rejects(uploads.find(record.id), { code: 'UNKNOWN_UPLOAD' });
  t.strictSame(await uploads.list(), []);
  const next = await uploads.create(wanted('new.mp3', SONG.length));
  t.strictSame((await hiddenIn(root)).sort(), [`${next.record.id}.json`, `${next.record.id}.mp3`]);
});

t.test('a start clears away what it can make nothing of, and leaves what is not ours', async (t) => {
  const { root } = await start(t);
  const folder = join(root, HIDDEN);
  await mkdir(folder);
  const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32));
  await writeFile(join(folder, `${one}.mp3`), 'bytes without a record');
  await writeFile(join(folder, `${two}.json`), '{"id":');
  const outside = { id: three, folders: ['..'], name: 'a.mp3', size: 5, metadata: '', touched: Date.now() };
  await writeFile(join(folder, `${three}.json`), JSON.stringify(outside));
  await writeFile(join(folder, `${three}.mp3`), 'bytes');
  await writeFile(join(folder, 'mine.txt'), 'mine');
  const { uploads } = uploadsIn([root]);
  await uploads.start();
  t.strictSame(await hiddenIn(root), ['mine.txt']);
  t.strictSame(await uploads.list(), []);
});

t.test('a root that goes away in the middle is told, and the upload goes on when it is back', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  const { rename } = await import('node:fs/promises');
  await rename(root, `${root}-away`);
  await t.rejects(uploads.append(record.id, 0, pieces(SONG)), { code: 'ROOT_AWAY' });
  await rename(`${root}-away`, root);
  t.equal((await uploads.append(record.id, 0, pieces(SONG))).record.result?.kind, 'added');
});

t.test('one that is given up leaves nothing, and what was added stays', async (t) => {
  const { root, uploads } = await start(t);
  const open = await uploads.create(wanted('a.mp3', SONG.length));
  let reported: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (reported = resolve));
  const busy = uploads.append(open.record.id, 0, stuck(SONG.subarray(0, 100), reported));
  const ended = t.rejects(busy, { code: 'UPLOAD_TAKEN_OVER' });
  await sent;
  await uploads.remove(open.record.id);
  await ended;
  const added = await uploads.create(wanted('b.mp3', SONG.length));
  await uploads.append(added.record.id, 0, pieces(SONG));
  await uploads.remove(added.record.id);
  await t.rejects(uploads.remove(added.record.id), { code: 'UNKNOWN_UPLOAD' });
  t.strictSame(await filesIn(root), ['b.mp3']);
  t.strictSame(await hiddenIn(root), []);
});

t.test('who begins to send while it is given up is told, and leaves nothing', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  const late = uploads.append(record.id, 0, stuck(SONG.subarray(0, 100)));
  const refused = t.rejects(late, { code: /^(UNKNOWN_UPLOAD|UPLOAD_TAKEN_OVER)$/ });
  await uploads.remove(record.id);
  await refused;
  t.strictSame(await hiddenIn(root), []);
});

const of = (client: string, name: string) => wanted(name, 10, { client });
const TOO_MANY = { code: 'TOO_MANY_UPLOADS' };

t.test('one client has no more than 100 open, which keeps no other out', async (t) => {
  const { uploads } = await start(t);
  for (let at = 0; at < 100; at++) await uploads.create(of('192.0.2.1', `${at}.mp3`));
  await t.rejects(uploads.create(of('192.0.2.1', 'a.mp3')), { ...TOO_MANY, message: /100 uploads of one client/ });
  await uploads.create(of('192.0.2.2', 'a.mp3'));
  const [first] = await uploads.list();
  await uploads.remove(first!.record.id);
  await uploads.create(of('192.0.2.1', 'a.mp3'));
});

t.test('of 500 that are open, idle ones of whoever has most of them make room', async (t) => {
  const { uploads, clock } = await start(t);
  const { record: little } = await uploads.create(of('192.0.2.9', 'little.mp3'));
  for (let at = 0; at < 499; at++) await uploads.create(of(`192.0.2.${Math.floor(at / 100)}`, `${at}.mp3`));
  await t.rejects(uploads.create(of('192.0.2.8', 'a.mp3')), TOO_MANY);
  clock.now += 15 * 60_000;
  const { record } = await uploads.create(of('192.0.2.8', 'a.mp3'));
  const names = (await uploads.list()).map(({ record: { name } }) => name);
  t.equal(names.length, 500);
  t.notOk(names.includes('0.mp3'));
  for (const { name } of [little, record]) t.ok(names.includes(name), name);
});

t.test('when the disk is full, idle bytes of whoever has most of them make room', async (t) => {
  const { uploads, clock, space } = await start(t);
  const begin = async (client: string, bytes: number) => {
    const { record } = await uploads.create(wanted(`${client}.mp3`, SONG.length, { client }));
    await uploads.append(record.id, 0, pieces(SONG.subarray(0, bytes)));
    return record.id;
  };
  const [little, much] = [await begin('192.0.2.1', 100), await begin('192.0.2.2', 4000)];
  const lack = (bytes: number) => (space.free = 128 * 2 ** 20 + 10 - bytes);
  lack(2000);
  await t.rejects(uploads.create(of('192.0.2.3', 'a.mp3')), { code: 'NO_SPACE' }, 'nothing lies idle');
  clock.now += 15 * 60_000;
  lack(5000);
  await t.rejects(uploads.create(of('192.0.2.3', 'a.mp3')), { code: 'NO_SPACE' });
  t.equal((await uploads.list()).length, 2, 'what would not be enough is not given up');
  lack(2000);
  // The free space that this rig tells of stays what it is.
  await t.rejects(uploads.create(of('192.0.2.3', 'a.mp3')), { code: 'NO_SPACE' });
  await t.rejects(uploads.find(much), { code: 'UNKNOWN_UPLOAD' });
  t.equal((await uploads.find(little)).offset, 100);
});

t.test('a stop ends what is sent and keeps what came', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  let reported: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (reported = resolve));
  const ended = t.rejects(uploads.append(record.id, 0, stuck(SONG.subarray(0, 4000), reported)), {
    code: 'UPLOAD_TAKEN_OVER',
  });
  await sent;
  await uploads.stop();
  await uploads.stop();
  await ended;
  t.equal((await uploadsIn([root]).uploads.find(record.id)).offset, 4000);
});

t.test('a stop waits for what is looked at, begins nothing more, and loses nothing of what is whole', async (t) => {
  const { root, uploads } = await start(t);
  const made: string[] = [];
  for (const name of ['a.mp3', 'b.mp3']) {
    const { record } = await uploads.create(wanted(name, SONG.length));
    await writeFile(join(root, HIDDEN, `${record.id}.mp3`), SONG);
    made.push(record.id);
  }
  const again = uploadsIn([root]);
  let giveUp: () => void = () => undefined;
  again.reader.unread = new Promise<void>((resolve) => (giveUp = resolve));
  const started = again.uploads.start();
  while (again.reader.asked === 0) await delay(1);
  let isStopped = false;
  const stopped = again.uploads.stop().then(() => (isStopped = true));
  await delay(20);
  t.notOk(isStopped);
  giveUp();
  await stopped;
  await started;
  t.equal(again.reader.asked, 1);
  for (const id of made) await t.rejects(again.uploads.find(id), { code: 'STOPPING' });
  t.strictSame(await filesIn(root), []);
  await uploadsIn([root]).uploads.start();
  t.strictSame(await filesIn(root), ['a.mp3', 'b.mp3']);
});

t.test('a stop right behind the start begins nothing', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await writeFile(join(root, HIDDEN, `${record.id}.mp3`), SONG);
  const again = uploadsIn([root]);
  void again.uploads.start();
  await again.uploads.stop();
  t.equal(again.reader.asked, 0);
  t.equal((await again.uploads.list()).length, 1);
  t.strictSame(await filesIn(root), []);
});

t.test('a part that lost bytes is gone on with from there', async (t) => {
  const { root, uploads } = await start(t);
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  await uploads.append(record.id, 0, pieces(SONG.subarray(0, 4000)));
  await truncate(join(root, HIDDEN, `${record.id}.mp3`), 1234);
  const again = uploadsIn([root]).uploads;
  t.equal((await again.find(record.id)).offset, 1234);
  await again.append(record.id, 1234, pieces(SONG.subarray(1234)));
  t.ok((await readFile(join(root, 'a.mp3'))).equals(SONG));
});
