import t from 'tap';
import { NameList } from '../../../src/library/finding/name-list.js';
import { questionOf } from '../../../src/library/store/search.js';

async function finder(...names: string[]) {
  const list = await NameList.of(names, (name) => name);
  return (text: string, most = 10) => list.find(questionOf(text)!, most);
}

t.test('names are found by beginnings of their words: the same name first, then those that begin so', async (t) => {
  const find = await finder('Smooth Jazz', 'Jazz FM', 'Acid', 'JAZZ', 'Jazzy Mornings', 'Ajazz');
  t.strictSame(find('jazz'), ['JAZZ', 'Jazz FM', 'Jazzy Mornings', 'Smooth Jazz']);
  t.strictSame(find('jazz', 2), ['JAZZ', 'Jazz FM']);
  t.strictSame(find('jazz smooth'), ['Smooth Jazz']);
  t.strictSame(find('azz'), []);
});

t.test('accents, signs and scripts without spaces make no difference', async (t) => {
  const find = await finder('Björk', 'AC/DC', '夜に駆ける', 'Drum & Bass', '', '!');
  t.strictSame(find('bjork'), ['Björk']);
  t.strictSame(find('acdc'), ['AC/DC']);
  t.strictSame(find('駆け'), ['夜に駆ける']);
  t.strictSame(find('bass drum'), ['Drum & Bass']);
});

t.test('the first and the last of many names are found, and an empty list finds nothing', async (t) => {
  const find = await finder(...Array.from({ length: 5000 }, (_, at) => `Folder ${at}x`));
  t.strictSame(find('0x'), ['Folder 0x']);
  t.strictSame(find('4999x'), ['Folder 4999x']);
  t.equal(find('folder', 100).length, 100);
  t.strictSame((await finder())('x'), []);
});
