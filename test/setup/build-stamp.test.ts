import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
// @ts-expect-error The bootstrap runs without a compiler, and has no types.
import { builtDaemon, recordOf } from '../../native/setup/build-stamp.mjs';

const daemonOf = builtDaemon as (record: string) => string | undefined;
const textOf = recordOf as (files: readonly string[]) => string;

t.test('an unchanged tree starts the daemon at once', async (t) => {
  const folder = t.testdir({ 'a.ts': 'a', 'b.ts': 'b' });
  const files = [join(folder, 'a.ts'), join(folder, 'b.ts')];
  const record = join(folder, 'record');
  await writeFile(record, textOf(files));
  t.match(daemonOf(record), /dist\/start\.cjs$/);
});

t.test('an edited, touched or removed file is noticed', async (t) => {
  const harms: Record<string, (file: string) => Promise<void>> = {
    edited: (file) => writeFile(file, 'longer'),
    touched: (file) => utimes(file, 1, 1),
    removed: (file) => rm(file),
  };
  for (const [name, harm] of Object.entries(harms)) {
    const folder = t.testdir({ 'a.ts': 'a', 'b.ts': 'b' });
    const record = join(folder, 'record');
    await writeFile(record, textOf([join(folder, 'a.ts'), join(folder, 'b.ts')]));
    await harm(join(folder, 'b.ts'));
    t.equal(daemonOf(record), undefined, name);
  }
});

t.test('a record of another Node, a broken one and a missing one do not count', async (t) => {
  const folder = t.testdir({ 'a.ts': 'a', broken: '{"machine":', empty: '' });
  const text = textOf([join(folder, 'a.ts')]);
  await writeFile(join(folder, 'other'), text.replace(process.version, 'v0.0.0'));
  for (const name of ['other', 'broken', 'empty', 'missing']) t.equal(daemonOf(join(folder, name)), undefined, name);
});

t.test('a record has the folders of sources, to notice added files', (t) => {
  const source = join(import.meta.dirname, '..', '..', 'src', 'http', 'routes', 'index.ts');
  const { folders } = JSON.parse(textOf([source])) as { readonly folders: readonly (readonly [string, number])[] };
  t.strictSame(
    folders.map(([folder]) => folder.slice(folder.indexOf('/src'))),
    ['/src/http/routes', '/src/http', '/src'],
  );
  t.end();
});
