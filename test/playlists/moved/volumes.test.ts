/** Which volumes are away, and which files are gone for good. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { GuardedDatabase } from '../../../src/database/guarded.js';
import { isGone, Volumes } from '../../../src/playlists/moved/volumes.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { libraryRig } from '../../library/rig.js';
import { putOnShelf, setAvailable } from '../../library/shelf.js';

/** A folder with music, an empty one and a file, all below one configured root. */
async function rig(t: Test) {
  const music = await temporaryDirectory(t);
  const { records, write } = await libraryRig(t);
  for (const name of ['full', 'empty']) await mkdir(join(music, name));
  for (const name of ['full/1.mp3', 'file']) await writeFile(join(music, name), '');
  const look = (...roots: readonly string[]) => Volumes.look(new GuardedDatabase(records, SILENT_LOG), roots);
  return { music, write, look };
}

t.test('what the last scan found stands, whatever is there now', async (t) => {
  const { music, write, look } = await rig(t);
  for (const [name, available] of [
    ['full', false],
    ['empty', true],
    ['absent', true],
  ] as const) {
    await write((sql) => {
      putOnShelf(sql, join(music, name), []);
      setAvailable(sql, join(music, name), available);
    });
    t.equal(await (await look(music)).isAway(join(music, name)), !available, name);
  }
});

t.test('a volume without a row is away while nothing is there, if it is one of ours', async (t) => {
  const { music, look } = await rig(t);
  for (const [roots, path, away] of [
    [[music], 'full', false],
    [[music], 'empty', true],
    [[music], 'absent', true],
    [[music], 'file', true],
    [[join(music, 'empty')], 'empty', true],
    [[join(music, 'em')], 'empty', false],
    [['/elsewhere', join(music, 'empty')], 'empty', true],
    [['/elsewhere'], 'absent', false],
    [[], 'absent', false],
  ] as const) {
    t.equal(await (await look(...roots)).isAway(join(music, path)), away, `${path} of ${roots.join()}`);
  }
});

t.test('a look says the same of a volume from its beginning to its end', async (t) => {
  const { music, look } = await rig(t);
  const volumes = await look(music);
  const empty = join(music, 'empty');
  t.equal(await volumes.isAway(empty), true);
  await writeFile(join(empty, '1.mp3'), '');
  t.equal(await volumes.isAway(empty), true);
  t.equal(await (await look(music)).isAway(empty), false, 'and the next one looks anew');
});

t.test('a file is gone when certainly neither it nor the file that it is a part of is there', async (t) => {
  const { music } = await rig(t);
  await symlink('circle', join(music, 'circle'));
  await writeFile(join(music, 'odd#track=2'), '');
  for (const [path, gone] of [
    ['full/1.mp3', false],
    ['full/1.mp3#track=1', false],
    ['full/1.mp3#track=12', false],
    ['full/1.mp3#track=', true],
    ['full/1.mp3#track=1#track=2', true],
    ['odd#track=2', false],
    ['odd#track=1', true],
    ['full/2.mp3', true],
    ['full/2.mp3#track=1', true],
    ['absent/1.mp3', true],
    ['file/1.mp3', true],
    ['circle', false],
  ] as const) {
    t.equal(await isGone(join(music, path)), gone, path);
  }
});
