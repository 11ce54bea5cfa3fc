import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
// @ts-expect-error The bootstrap runs without a compiler, and has no types.
import { builtDaemon, noteOf } from '../../native/setup/build-stamp.mjs';

const from = (note: string): string | undefined => (builtDaemon as (note: string) => string | undefined)(note);
const noted = (files: readonly string[]): string => (noteOf as (files: readonly string[]) => string)(files);

t.test('nothing was touched: the daemon starts at once', async (t) => {
  const folder = t.testdir({ 'a.ts': 'a', 'b.ts': 'b' });
  const files = [join(folder, 'a.ts'), join(folder, 'b.ts')];
  const note = join(folder, 'note');
  await writeFile(note, noted(files));
  t.match(from(note), /dist\/start\.cjs$/);
});

t.test('what was edited, touched or removed is looked at closely', async (t) => {
  const harms: Record<string, (file: string) => Promise<void>> = {
    edited: (file) => writeFile(file, 'longer'),
    touched: (file) => utimes(file, 1, 1),
    removed: (file) => rm(file),
  };
  for (const [name, harm] of Object.entries(harms)) {
    const folder = t.testdir({ 'a.ts': 'a', 'b.ts': 'b' });
    const note = join(folder, 'note');
    await writeFile(note, noted([join(folder, 'a.ts'), join(folder, 'b.ts')]));
    await harm(join(folder, 'b.ts'));
    t.equal(from(note), undefined, name);
  }
});

t.test('a note of another Node, a broken one and none are no note', async (t) => {
  const folder = t.testdir({ 'a.ts': 'a', broken: '{"machine":', empty: '' });
  const text = noted([join(folder, 'a.ts')]);
  await writeFile(join(folder, 'other'), text.replace(process.version, 'v0.0.0'));
  for (const name of ['other', 'broken', 'empty', 'missing']) t.equal(from(join(folder, name)), undefined, name);
});

t.test('the folders of sources are in it, for files that come', (t) => {
  const source = join(import.meta.dirname, '..', '..', 'src', 'http', 'routes', 'index.ts');
  const { folders } = JSON.parse(noted([source])) as { readonly folders: readonly (readonly [string, number])[] };
  t.strictSame(
    folders.map(([folder]) => folder.slice(folder.indexOf('/src'))),
    ['/src/http/routes', '/src/http', '/src'],
  );
  t.end();
});
