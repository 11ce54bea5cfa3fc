import { rmdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { DurableFile } from '../../src/database/durable-file.js';

t.test('a value comes back, from another process too', async (t) => {
  const path = join(t.testdir(), 'value.json');
  for (const value of [{ a: [1, 'ü', null] }, [], 'text', 0, false, null]) {
    const file = new DurableFile(path, SILENT_LOG);
    await file.write(value);
    t.strictSame(await file.read(), value);
    t.strictSame(await new DurableFile(path, SILENT_LOG).read(), value);
  }
});

t.test('no file is no value', async (t) => {
  const { log, lines } = keptLog('player');
  const directory = t.testdir();
  t.equal(await new DurableFile(join(directory, 'none.json'), log).read(), undefined);
  t.equal(await new DurableFile(join(directory, 'none', 'none.json'), log).read(), undefined);
  t.strictSame(lines, []);
  t.strictSame(await readdir(directory), [], 'and reading makes none');
});

for (const text of ['', '{"a":', '\0\0\0\0', '{} {}']) {
  t.test(`a damaged file (${JSON.stringify(text)}) is no value, is kept beside and logged`, async (t) => {
    const { log, lines } = keptLog('player');
    const directory = t.testdir({ 'value.json': text, 'value.json.damaged': 'an older one' });
    const path = join(directory, 'value.json');
    const file = new DurableFile(path, log);
    t.strictSame(await Promise.all([file.read(), file.read()]), [undefined, undefined]);
    t.strictSame(await readdir(directory), ['value.json.damaged']);
    t.equal(await readFile(`${path}.damaged`, 'utf8'), text, 'the newest wins');
    t.equal(lines.length, 1);
    t.ok(lines[0]?.startsWith('<3>player: damaged file put aside kept='));
    t.ok(lines[0]?.includes('value.json.damaged'));
    await file.write('new');
    t.equal(await file.read(), 'new');
    t.equal(await readFile(`${path}.damaged`, 'utf8'), text);
  });
}

t.test('a write beside the reading of a damaged file is not put aside in its place', async (t) => {
  for (const readFirst of [true, false]) {
    const directory = t.testdir({ 'value.json': '{' });
    const file = new DurableFile(join(directory, 'value.json'), SILENT_LOG);
    const read = () => file.read();
    const write = () => file.write('new');
    await Promise.all(readFirst ? [read(), write(), read()] : [write(), read(), write()]);
    t.equal(await file.read(), 'new');
  }
});

t.test('a file that cannot be read is an error, and stays what it is', async (t) => {
  const { log, lines } = keptLog('player');
  const directory = t.testdir({ folder: {}, plain: 'text' });
  await symlink('/proc/self/mem', join(directory, 'broken'));
  await symlink('loop', join(directory, 'loop'));
  for (const [name, code] of [
    ['broken', 'EIO'],
    ['loop', 'ELOOP'],
    ['folder', 'EISDIR'],
    ['plain/below', 'ENOTDIR'],
  ] as const) {
    await t.rejects(new DurableFile(join(directory, name), log).read(), { code });
  }
  t.strictSame((await readdir(directory)).sort(), ['broken', 'folder', 'loop', 'plain']);
  t.strictSame(lines, [], 'whoever asked decides what that means');
});

t.test('a damaged file that cannot be put aside is an error, and stays where it is', async (t) => {
  const directory = t.testdir({ 'value.json': '{', 'value.json.damaged': {} });
  const file = new DurableFile(join(directory, 'value.json'), SILENT_LOG);
  await t.rejects(file.read(), { code: 'EISDIR' });
  t.equal(await readFile(join(directory, 'value.json'), 'utf8'), '{');
  await rmdir(join(directory, 'value.json.damaged'));
  t.equal(await file.read(), undefined, 'and is tried again');
});

t.test('of values that are written at the same moment the newest stays', async (t) => {
  const path = join(t.testdir(), 'value.json');
  const file = new DurableFile(path, SILENT_LOG);
  await Promise.all(Array.from({ length: 50 }, (_, value) => file.write(value)));
  t.equal(await file.read(), 49);
});

t.test('a write resolves only when its value, or a newer one, can be read', async (t) => {
  const path = join(t.testdir(), 'value.json');
  const file = new DurableFile(path, SILENT_LOG);
  const seen: number[] = [];
  const writes: Promise<void>[] = [];
  for (let value = 0; value < 30; value++) {
    writes.push(
      file.write(value).then(async () => {
        seen[value] = Number(await readFile(path, 'utf8'));
      }),
    );
    // Some come at the same moment, some while a write is under way.
    if (value % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(writes);
  t.equal(seen.length, 30);
  t.ok(
    seen.every((found, value) => found >= value),
    `read after each write: ${seen.join(' ')}`,
  );
});

t.test('writes that wait for one another are merged', async (t) => {
  const path = join(t.testdir(), 'value.json');
  const file = new DurableFile(path, SILENT_LOG);
  const inodes = new Set<number>();
  const first = file.write('first');
  const waiting = Array.from({ length: 20 }, (_, value) =>
    file.write(value).then(async () => inodes.add((await stat(path)).ino)),
  );
  await first;
  await Promise.all(waiting);
  t.equal(inodes.size, 1, 'twenty values, one file');
});

t.test('a reader sees the old value or the new one, never a half', async (t) => {
  const path = join(t.testdir(), 'value.json');
  const file = new DurableFile(path, SILENT_LOG);
  const long = 'x'.repeat(500_000);
  await file.write({ turn: 0, long });
  const progress = { done: false };
  const writing = (async () => {
    for (let turn = 1; turn <= 10; turn++) await file.write({ turn, long });
    progress.done = true;
  })();
  const lengths = new Set<number>();
  for (let last = false; !last; last = progress.done) {
    const value = JSON.parse(await readFile(path, 'utf8')) as { long: string };
    lengths.add(value.long.length);
  }
  await writing;
  t.strictSame([...lengths], [500_000]);
});

t.test('what an interrupted write has left is harmless', async (t) => {
  const directory = t.testdir({ 'value.json': '"old"', 'value.json.new': `"half ${'x'.repeat(1000)}` });
  const file = new DurableFile(join(directory, 'value.json'), SILENT_LOG);
  t.equal(await file.read(), 'old');
  await file.write('new');
  t.equal(await file.read(), 'new');
  t.strictSame(await readdir(directory), ['value.json']);
});

t.test("the file is its owner's alone", async (t) => {
  const path = join(t.testdir(), 'value.json');
  await new DurableFile(path, SILENT_LOG).write(1);
  t.equal((await stat(path)).mode & 0o777, 0o600);
});

t.test('a missing directory is made', async (t) => {
  const path = join(t.testdir(), 'a', 'b', 'value.json');
  await new DurableFile(path, SILENT_LOG).write(1);
  t.equal(await readFile(path, 'utf8'), '1');
});

t.test('a place below a file is refused, each time', async (t) => {
  const file = new DurableFile(join(t.testdir({ plain: '' }), 'plain', 'below', 'value.json'), SILENT_LOG);
  await t.rejects(file.write(1), { code: 'ENOTDIR' });
  await t.rejects(file.write(2), { code: 'ENOTDIR' });
});

t.test('every writer of a refused moment is told', async (t) => {
  const file = new DurableFile(join(t.testdir({ plain: '' }), 'plain', 'below', 'value.json'), SILENT_LOG);
  const results = await Promise.allSettled([1, 2, 3, 4].map((value) => file.write(value)));
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'rejected'],
  );
});

t.test('a refused write leaves the old value, and the next one is tried again', async (t) => {
  const directory = t.testdir({ 'value.json': '"old"' });
  const file = new DurableFile(join(directory, 'value.json'), SILENT_LOG);
  // A directory in the place of the fresh file: it cannot be opened for writing.
  await mkdir(join(directory, 'value.json.new'));
  await t.rejects(file.write('lost'), { code: 'EISDIR' });
  t.equal(await file.read(), 'old');
  await rmdir(join(directory, 'value.json.new'));
  await file.write('new');
  t.equal(await file.read(), 'new');
});

t.test('a write that waits for one that is refused is made all the same', async (t) => {
  const directory = t.testdir({ 'value.json.new': {} });
  const file = new DurableFile(join(directory, 'value.json'), SILENT_LOG);
  const refused = file.write('lost');
  await Promise.resolve();
  // It becomes text only when its turn comes: then the obstacle goes away.
  const waiting = file.write({
    toJSON: () => {
      rmdirSync(join(directory, 'value.json.new'));
      return 'new';
    },
  });
  const [first, second] = await Promise.allSettled([refused, waiting]);
  t.strictSame([first.status, second.status], ['rejected', 'fulfilled']);
  t.equal(await file.read(), 'new');
});

t.test('a directory that vanishes between two writes is made again', async (t) => {
  const directory = t.testdir({ state: {} });
  const file = new DurableFile(join(directory, 'state', 'value.json'), SILENT_LOG);
  await file.write(1);
  await rename(join(directory, 'state'), join(directory, 'gone'));
  await file.write(2);
  t.equal(await file.read(), 2);
  await writeFile(join(directory, 'state', 'value.json'), '3');
  t.equal(await file.read(), 3, 'nothing is remembered beside the file');
});
