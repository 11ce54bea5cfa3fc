/** Paths that are found by their ends. */
import t from 'tap';
import { SuffixMatch } from '../../../src/playlists/files/suffix-match.js';

const LIBRARY = ['/m/A/One/01.mp3', '/m/A/Two/01.mp3', '/m/A/Two/02.mp3', '/m/B/Two/02.mp3', '/m/Grün.mp3'];

for (const [wanted, found] of [
  ['/x/One/01.mp3', '/m/A/One/01.mp3'],
  ['/x/two/01.MP3', '/m/A/Two/01.mp3'],
  ['/x/01.mp3', undefined],
  ['01.mp3', undefined],
  ['/x/Three/01.mp3', undefined],
  ['/x/Two/02.mp3', undefined],
  ['/x/B/Two/02.mp3', '/m/B/Two/02.mp3'],
  ['//x//B/Two//02.mp3', '/m/B/Two/02.mp3'],
  ['/longer/than/m/B/Two/02.mp3', '/m/B/Two/02.mp3'],
  ['/x/Gru\u0308n.mp3', '/m/Grün.mp3'],
  ['/x/03.mp3', null],
  ['/m/A/One', null],
  ['', null],
] as const) {
  t.test(`${wanted} is ${found === undefined ? 'one of several' : (found ?? 'none')}`, async (t) => {
    const match = new SuffixMatch();
    match.want(wanted);
    for (const path of LIBRARY) match.meet(path);
    t.equal(match.find(wanted), found);
  });
}

t.test('what others want makes no difference', async (t) => {
  const match = new SuffixMatch();
  for (const path of ['/x/One/01.mp3', '/y/Two/01.mp3', '/x/01.mp3']) match.want(path);
  for (const path of LIBRARY) match.meet(path);
  t.strictSame(
    ['/x/One/01.mp3', '/y/Two/01.mp3', '/x/01.mp3'].map((path) => match.find(path)),
    ['/m/A/One/01.mp3', '/m/A/Two/01.mp3', undefined],
  );
});

t.test('paths that differ only before their last 64 names are taken for one', async (t) => {
  for (const [count, found] of [
    [62, '/a/x/y.mp3'],
    [63, undefined],
  ] as const) {
    const deep = Array.from({ length: count }, (_, at) => String(at)).join('/');
    const match = new SuffixMatch();
    match.want(`/a/${deep}/y.mp3`);
    for (const first of ['a', 'b']) match.meet(`/${first}/${deep}/y.mp3`);
    t.equal(match.find(`/a/${deep}/y.mp3`), found && `/a/${deep}/y.mp3`);
  }
});
