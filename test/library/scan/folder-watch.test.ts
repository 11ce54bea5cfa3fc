/** Which targets a watch of folders reports, and when. */
// Synchronous calls: changes in one turn of the event loop are reported together.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { FolderWatch, type FolderWatchOptions } from '../../../src/library/scan/folder-watch.js';
import type { ScanTarget } from '../../../src/library/scan/messages.js';
import { keptLog } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';

interface Rig {
  readonly root: string;
  readonly watch: FolderWatch;
  readonly logged: readonly string[];
  /** Resolves with the next reported targets, below the root; a `*` marks those with all folders below them. */
  readonly reported: () => Promise<string[]>;
  /** Number of reports. */
  readonly times: () => number;
}

async function watchRig(t: Test, options: Partial<FolderWatchOptions> = {}, ...folders: string[]): Promise<Rig> {
  const root = await temporaryDirectory(t);
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  const { log, lines } = keptLog('library');
  const waiting: ((targets: readonly ScanTarget[]) => void)[] = [];
  const early: (readonly ScanTarget[])[] = [];
  let times = 0;
  const changed = (targets: readonly ScanTarget[]): void => {
    times += 1;
    const next = waiting.shift();
    if (next === undefined) early.push(targets);
    else next(targets);
  };
  const watch = new FolderWatch({ changed, log, quietMs: 30, longestMs: 10_000, ...options });
  t.teardown(() => watch.stop());
  // The timer of the watch does not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(alive));
  return {
    ...{ root, watch, logged: lines, times: () => times },
    async reported() {
      const targets = early.shift() ?? (await new Promise<readonly ScanTarget[]>((done) => waiting.push(done)));
      return targets.map(({ path, deep }) => `${path.slice(root.length) || '/'}${deep ? '*' : ''}`).sort();
    },
  };
}

t.test('a changed file reports its folder, a new name also itself as a folder', async (t) => {
  const { root, watch, reported } = await watchRig(t, {}, 'a');
  t.strictSame(watch.add([root, join(root, 'a')]), [root, join(root, 'a')]);
  t.strictSame(watch.add([root, join(root, 'a')]), [], 'they are watched already');
  writeFileSync(join(root, 'a', 'one.mp3'), '1');
  t.strictSame(await reported(), ['/a']);
  mkdirSync(join(root, 'a', 'new'));
  t.strictSame(await reported(), ['/a', '/a/new*']);
  rmSync(join(root, 'a', 'one.mp3'));
  t.strictSame(await reported(), ['/a']);
});

t.test('a folder that is gone before its watch begins is reported as a change', async (t) => {
  const { root, watch, reported } = await watchRig(t);
  t.strictSame(watch.add([root, join(root, 'gone')]), [root]);
  t.strictSame(await reported(), ['/gone*']);
});

t.test('hidden names are not reported', async (t) => {
  const { root, watch, reported, times } = await watchRig(t);
  watch.add([root]);
  writeFileSync(join(root, '.hidden.mp3'), '1');
  writeFileSync(join(root, 'seen.mp3'), '1');
  t.strictSame(await reported(), ['/']);
  t.equal(times(), 1);
});

t.test('a folder that is moved away is reported, and its subfolders are no longer watched', async (t) => {
  const { root, watch, reported } = await watchRig(t, {}, 'a/b', 'ab');
  const folders = ['', 'a', 'a/b', 'ab'].map((folder) => join(root, folder));
  watch.add(folders);
  renameSync(join(root, 'a'), join(root, 'moved'));
  t.ok((await reported()).includes('/a*'));
  mkdirSync(join(root, 'a', 'b'), { recursive: true });
  await reported();
  watch.keepOnly(new Set(folders.slice(3)));
  t.strictSame(watch.add(folders), folders.slice(0, 3), 'all but the one that stayed');
});

t.test('what has the name of its folder may be the folder itself', async (t) => {
  const { root, watch, reported } = await watchRig(t, {}, 'a/b');
  const folders = [join(root, 'a'), join(root, 'a', 'b')];
  watch.add(folders);
  mkdirSync(join(root, 'a', 'a'));
  t.strictSame(await reported(), ['/a*', '/a/a*']);
  t.strictSame(watch.add(folders), folders);
});

t.test('folders beyond the limit are not watched: logged once, until there are fewer', async (t) => {
  const { root, watch, logged } = await watchRig(t, { limit: 2 }, 'a', 'b', 'c');
  const folders = ['a', 'b', 'c'].map((name) => join(root, name));
  t.equal(watch.incomplete, false);
  t.strictSame(watch.add(folders), folders.slice(0, 2));
  t.equal(watch.incomplete, true);
  t.strictSame(watch.add(folders), []);
  t.equal(logged.length, 1);
  t.match(logged, [/not all folders are watched.* reason="there are too many" watched=2/]);
  watch.keepOnly(new Set(folders));
  t.equal(watch.incomplete, true, 'it is full still');
  watch.keepOnly(new Set([folders[0]!]));
  t.equal(watch.incomplete, false);
  t.strictSame(watch.add([folders[2]!]), [folders[2]]);
});

t.test('without another limit no more than 4096 folders are watched', async (t) => {
  const { root, watch, logged } = await watchRig(t);
  // So many names of one folder: they need one watch of the kernel.
  const names = Array.from({ length: 4097 }, (_, at) => at.toString(2).replaceAll('0', '/').replaceAll('1', '/.'));
  t.equal(watch.add(names.map((name) => root + name)).length, 4096);
  t.match(logged, [/reason="there are too many" watched=4096/]);
});

t.test('a folder that is already gone is not watched, without a log line', async (t) => {
  const { root, watch, logged } = await watchRig(t);
  t.strictSame(watch.add([join(root, 'gone')]), []);
  t.equal(watch.incomplete, false);
  t.strictSame(logged, []);
});

t.test('folders that are no longer watched report nothing', async (t) => {
  const { root, watch, reported, times } = await watchRig(t, {}, 'a', 'b');
  watch.add([join(root, 'a'), join(root, 'b')]);
  watch.keepOnly(new Set([join(root, 'b')]));
  writeFileSync(join(root, 'a', '1.mp3'), '1');
  writeFileSync(join(root, 'b', '1.mp3'), '1');
  t.strictSame(await reported(), ['/b']);
  t.equal(times(), 1);
});

t.test('a change waits until it is quiet, but no longer than it may', async (t) => {
  const { root, watch, reported } = await watchRig(t, { quietMs: 100_000, longestMs: 50 });
  watch.add([root]);
  for (const name of ['1.mp3', '2.mp3']) {
    writeFileSync(join(root, name), '1');
    t.strictSame(await reported(), ['/'], 'and each anew');
  }
});

t.test('after stop nothing is watched or reported', async (t) => {
  const { root, watch, times } = await watchRig(t, { quietMs: 0 });
  const other = await watchRig(t);
  watch.add([root]);
  other.watch.add([root]);
  watch.stop();
  watch.stop();
  t.strictSame(watch.add([dirname(root)]), []);
  t.equal(watch.incomplete, false);
  writeFileSync(join(root, '1.mp3'), '1');
  t.equal((await other.reported()).length, 1, basename(root));
  t.equal(times(), 0);
});
