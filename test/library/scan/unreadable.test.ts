import { chmod, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { asNobody } from '../../fixtures/nobody.js';
import { mp3, openShelf, put } from './rig.js';

const DENIED = 'It may not be read: permission denied.';

t.test('a folder and a file without read permission are reported, and their records stay', async (t) => {
  const { music, file, scanner, titles } = await openShelf(t);
  const locked = join(music, 'locked');
  await put(join(locked, 'a.mp3'), mp3({ TIT2: 'Known' }));
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'Free' }));
  await scanner.scan();
  for (const name of await readdir(dirname(file))) await chmod(join(dirname(file), name), 0o666);
  for (const folder of [music, dirname(file)]) await chmod(folder, 0o777);
  const secret = await put(join(music, 'secret.mp3'), mp3({ TIT2: 'Secret' }));
  for (const path of [locked, secret]) await chmod(path, 0);
  await asNobody(() => scanner.scan());
  t.strictSame(await titles(), ['Free', 'Known']);
  const { total, rows } = await scanner.problems(10, 0);
  t.equal(total, 2);
  t.strictSame(rows.map(({ path, problem }) => [path, problem]).sort(), [
    [locked, DENIED],
    [secret, DENIED],
  ]);
  await chmod(locked, 0o755);
  await chmod(secret, 0o644);
  await scanner.scan();
  t.strictSame(await titles(), ['Free', 'Known', 'Secret']);
  t.equal((await scanner.problems(10, 0)).total, 0);
});
