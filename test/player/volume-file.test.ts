import fc from 'fast-check';
import { readFile, readlink, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { VolumeFile } from '../../src/player/volume-file.js';

t.test('the level of every output comes back', async (t) => {
  const directory = t.testdir();
  const file = new VolumeFile(directory, SILENT_LOG);
  await file.save('hw:0:Digital', 180);
  await file.save('software', -30);
  await file.save('hw:0:Digital', 175);
  for (const volumes of [file, new VolumeFile(directory, SILENT_LOG)]) {
    t.equal(await volumes.load('hw:0:Digital'), 175);
    t.equal(await volumes.load('software'), -30);
  }
});

t.test('an output that was never used has no level', async (t) => {
  t.equal(await new VolumeFile(t.testdir(), SILENT_LOG).load('software'), undefined);
});

t.test('names that every object knows are names of outputs like any other', async (t) => {
  const directory = t.testdir();
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'é "\n'];
  const file = new VolumeFile(directory, SILENT_LOG);
  for (const name of names) t.equal(await file.load(name), undefined, `${JSON.stringify(name)} is unknown at first`);
  for (const [level, name] of names.entries()) await file.save(name, level - 40);
  const again = new VolumeFile(directory, SILENT_LOG);
  for (const [level, name] of names.entries()) t.equal(await again.load(name), level - 40);
  t.equal(({} as Record<string, unknown>)['level'], undefined, 'no other object has changed');
});

t.test('any name and any whole level comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), async (name, level) => {
      const directory = t.testdir();
      await new VolumeFile(directory, SILENT_LOG).save(name, level);
      // -0 is 0 in JSON.
      return (await new VolumeFile(directory, SILENT_LOG).load(name)) === level;
    }),
    { numRuns: 30 },
  );
});

for (const text of ['', '{', 'null', '7', '"software"', 'true']) {
  t.test(`a damaged file (${JSON.stringify(text)}) knows no levels and is replaced by the next save`, async (t) => {
    const directory = t.testdir({ 'volumes.json': text });
    const file = new VolumeFile(directory, SILENT_LOG);
    t.equal(await file.load('software'), undefined);
    await file.save('software', -12);
    t.strictSame(JSON.parse(await readFile(join(directory, 'volumes.json'), 'utf8')), { software: -12 });
  });
}

t.test('what is no whole number is left out, the rest is kept', async (t) => {
  const directory = t.testdir({ 'volumes.json': '{"a":-10,"b":"7","c":null,"d":1.5,"e":1e999,"f":[3],"g":0}' });
  const file = new VolumeFile(directory, SILENT_LOG);
  const levels = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file.load(name)));
  t.strictSame(levels, [-10, undefined, undefined, undefined, undefined, undefined, 0]);
});

t.test('levels that are saved at the same moment are all kept', async (t) => {
  const directory = t.testdir({ 'volumes.json': '{"old":1}' });
  const file = new VolumeFile(directory, SILENT_LOG);
  await Promise.all(['a', 'b', 'c'].map((name, level) => file.save(name, level)));
  t.strictSame(JSON.parse(await readFile(join(directory, 'volumes.json'), 'utf8')), { old: 1, a: 0, b: 1, c: 2 });
});

t.test('a disk that refuses is reported and logged', async (t) => {
  const { log, lines } = keptLog('player');
  const directory = t.testdir({ 'volumes.json.new': {} });
  const file = new VolumeFile(directory, log);
  await t.rejects(file.save('software', 1), { code: 'STATE_NOT_SAVED', cause: { code: 'EISDIR' } });
  t.match(lines, [/^<3>player: volume not saved error="EISDIR/]);
  await rmdir(join(directory, 'volumes.json.new'));
  await file.save('software', 2);
  t.equal(await new VolumeFile(directory, SILENT_LOG).load('software'), 2);
});

t.test('while the file cannot be read no level is known, and none is overwritten', async (t) => {
  const { log, lines } = keptLog('player');
  const directory = t.testdir();
  const path = join(directory, 'volumes.json');
  await symlink('/proc/self/mem', path);
  const file = new VolumeFile(directory, log);
  t.equal(await file.load('software'), undefined);
  await t.rejects(file.save('software', -12), { code: 'STATE_NOT_SAVED', cause: { code: 'EIO' } });
  t.match(lines, [/^<3>player: volumes not readable, none is known error="EIO/, /^<3>player: volume not saved/]);
  t.equal(await readlink(path), '/proc/self/mem');

  await rm(path);
  await writeFile(path, '{"software":-40,"hw:0:Digital":180}');
  await file.save('software', -12);
  t.strictSame(JSON.parse(await readFile(path, 'utf8')), { software: -12, 'hw:0:Digital': 180 });
});
