/** Which album has the tracks of one that is gone. */
import t from 'tap';
import { movedAlbums } from '../../../src/library/store/moved-albums.js';
import { libraryRig } from '../rig.js';
import { putOnShelf } from '../shelf.js';

t.test('an album that is gone leads to the one that is there, over as many others as there were', async (t) => {
  const { records, write } = await libraryRig(t);
  let [there, other] = ['', ''];
  await write((sql) => {
    putOnShelf(sql, '/music', [
      { name: 'a/1', album: 'A', artist: 'X' },
      { name: 'b/1', album: 'B', artist: 'X' },
    ]);
    [there = '', other = ''] = sql.prepare('SELECT id FROM album ORDER BY title').pluck().all() as string[];
    const move = sql.prepare('INSERT INTO album_moved (was, id) VALUES (?, ?)');
    for (const [was, id] of [
      ['gone', there],
      ['older', 'gone'],
      ['oldest', 'older'],
      ['lost', 'nowhere'],
      ['round', 'circle'],
      ['circle', 'round'],
      [other, there],
      ['through', other],
    ] as const) {
      move.run(was, id);
    }
    for (let at = 1; at <= 51; at++) move.run(`step ${at}`, at === 1 ? there : `step ${at - 1}`);
  });
  for (const [ids, expected] of [
    [[], []],
    [['gone'], [['gone', there]]],
    [['oldest'], [['oldest', there]]],
    [['lost', 'round', 'never was'], []],
    [[other], []],
    [['through'], [['through', other]]],
    [[there, 'older', 'gone'], [...['older', 'gone'].map((was) => [was, there])]],
    [['step 50'], [['step 50', there]]],
    [['step 51'], []],
  ] as const) {
    const found = await records.read((sql) => movedAlbums(sql, ids));
    t.strictSame([...found].sort(), [...expected].sort(), ids.join());
  }
});
