import t from 'tap';
import { entriesOf, type Entry, filesOf } from '../../../src/web/remote/uploads/dropped.js';

interface Tree {
  readonly [name: string]: Tree | string | Error;
}

/** Entries as a browser gives them: of a folder two at a time, and none at the end. */
function entryOf(name: string, content: Tree | string | Error): Entry {
  const isFile = typeof content === 'string' || content instanceof Error;
  return {
    ...{ name, isFile, isDirectory: !isFile },
    file(resolve: (file: File) => void, reject: (error: Error) => void) {
      if (content instanceof Error) reject(content);
      else resolve(new File([content as string], name));
    },
    createReader() {
      const rest = Object.entries(content as Tree).map(([inner, value]) => entryOf(inner, value));
      return { readEntries: (resolve: (some: Entry[]) => void) => resolve(rest.splice(0, 2)) };
    },
  } as unknown as Entry;
}

const MUSIC: Tree = {
  Nova: {
    One: { '1.mp3': '1', '2.mp3': '2', 'cover.jpg': 'x', '.DS_Store': '' },
    '.hidden': { '3.mp3': '3' },
    Two: {},
  },
};

t.test('folders keep their structure, and hidden files are left out', async (t) => {
  const { files, isCut, unreadable } = await filesOf([entryOf('Music', MUSIC), entryOf('alone.flac', 'a')]);
  t.strictSame(
    files.map(({ file, path }) => [file.name, path]),
    [
      ['1.mp3', 'Music/Nova/One/1.mp3'],
      ['2.mp3', 'Music/Nova/One/2.mp3'],
      ['cover.jpg', 'Music/Nova/One/cover.jpg'],
      ['alone.flac', ''],
    ],
  );
  t.strictSame([isCut, unreadable], [false, 0]);
});

t.test('there is an end to files and to folders in folders', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.mp3`, '']));
  t.match(await filesOf([entryOf('many', many)], 10), { files: { length: 10 }, isCut: true });
  let deep: Tree = { 'x.mp3': '' };
  for (let depth = 0; depth < 20; depth++) deep = { d: deep };
  t.match(await filesOf([entryOf('deep', deep)]), { files: { length: 0 }, isCut: true });
});

t.test('what a browser does not give is counted', async (t) => {
  const found = await filesOf([entryOf('x', { 'a.mp3': new Error('NotReadableError'), 'b.mp3': 'b' })]);
  t.match(found, { files: { length: 1 }, unreadable: 1 });
});

t.test('texts and links that are dropped are no files', (t) => {
  const file = entryOf('a.mp3', '');
  const items = [
    { kind: 'string', webkitGetAsEntry: () => null },
    { kind: 'file', webkitGetAsEntry: () => null },
    { kind: 'file', webkitGetAsEntry: () => file },
  ];
  t.strictSame(entriesOf(items), [file]);
  t.end();
});
