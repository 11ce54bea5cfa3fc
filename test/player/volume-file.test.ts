import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { VolumeFile } from '../../src/player/volume-file.js';

t.test('the level of every output comes back', async (t) => {
  const directory = t.testdir();
  const file = new VolumeFile(directory);
  await file.save('hw:0:Digital', 180);
  await file.save('software', -30);
  await file.save('hw:0:Digital', 175);
  for (const volumes of [file, new VolumeFile(directory)]) {
    t.equal(await volumes.load('hw:0:Digital'), 175);
    t.equal(await volumes.load('software'), -30);
  }
});

t.test('an output that was never used has no level', async (t) => {
  t.equal(await new VolumeFile(t.testdir()).load('software'), undefined);
});

t.test('names that every object knows are names of outputs like any other', async (t) => {
  const directory = t.testdir();
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'é "\n'];
  const file = new VolumeFile(directory);
  for (const name of names) t.equal(await file.load(name), undefined, `${JSON.stringify(name)} is unknown at first`);
  for (const [level, name] of names.entries()) await file.save(name, level - 40);
  const again = new VolumeFile(directory);
  for (const [level, name] of names.entries()) t.equal(await again.load(name), level - 40);
  t.equal(({} as Record<string, unknown>)['level'], undefined, 'no other object has changed');
});

t.test('any name and any whole level comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), async (name, level) => {
      const directory = t.testdir();
      await new VolumeFile(directory).save(name, level);
      // -0 is 0 in JSON.
      return (await new VolumeFile(directory).load(name)) === level;
    }),
    { numRuns: 30 },
  );
});

for (const text of ['', '{', 'null', '7', '"software"', 'true']) {
  t.test(`a damaged file (${JSON.stringify(text)}) knows no levels and is replaced by the next save`, async (t) => {
    const directory = t.testdir({ 'volumes.json': text });
    const file = new VolumeFile(directory);
    t.equal(await file.load('software'), undefined);
    await file.save('software', -12);
    t.strictSame(JSON.parse(await readFile(join(directory, 'volumes.json'), 'utf8')), { software: -12 });
  });
}

t.test('what is no whole number is left out, the rest is kept', async (t) => {
  const directory = t.testdir({ 'volumes.json': '{"a":-10,"b":"7","c":null,"d":1.5,"e":1e999,"f":[3],"g":0}' });
  const file = new VolumeFile(directory);
  const levels = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file.load(name)));
  t.strictSame(levels, [-10, undefined, undefined, undefined, undefined, undefined, 0]);
});

t.test('levels that are saved at the same moment are all kept', async (t) => {
  const directory = t.testdir({ 'volumes.json': '{"old":1}' });
  const file = new VolumeFile(directory);
  await Promise.all(['a', 'b', 'c'].map((name, level) => file.save(name, level)));
  t.strictSame(JSON.parse(await readFile(join(directory, 'volumes.json'), 'utf8')), { old: 1, a: 0, b: 1, c: 2 });
});

t.test('a disk that refuses is reported', async (t) => {
  const directory = join(t.testdir({ file: '' }), 'file', 'below');
  await t.rejects(new VolumeFile(directory).save('software', 1), { code: 'ENOTDIR' });
});
