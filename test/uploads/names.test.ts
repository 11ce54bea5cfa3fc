import { join, normalize } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { destinationOf, numbered } from '../../src/uploads/names.js';

t.test('folders and names are kept as they are where nothing is wrong with them', async (t) => {
  t.strictSame(destinationOf('Änderung 7.mp3', 'Björk/Début (1993)'), {
    folders: ['Björk', 'Début (1993)'],
    name: 'Änderung 7.mp3',
  });
  t.strictSame(destinationOf('a.mp3'), { folders: [], name: 'a.mp3' });
  t.strictSame(destinationOf('a.mp3', 'x//y/'), { folders: ['x', 'y'], name: 'a.mp3' });
  t.strictSame(destinationOf('a.mp3', 'x/a.mp3'), { folders: ['x'], name: 'a.mp3' }, 'with its own name behind them');
});

t.test('what other systems cannot write, or nobody sees, is cleaned', async (t) => {
  t.strictSame(destinationOf('1: what? "yes" <no>|*\\.mp3', 'R.E.M./Disc: 1 ').folders, ['R.E.M', 'Disc_ 1']);
  t.equal(destinationOf('1: what? "yes" <no>|*\\.mp3').name, '1_ what_ _yes_ _no____.mp3');
  t.equal(destinationOf('e\u0301t\u00e9.mp3').name, '\u00e9t\u00e9.mp3', 'composed');
  t.equal(destinationOf('song\u202e3pm.mp3').name, 'song3pm.mp3');
  t.equal(destinationOf('a.mp3. .').name, 'a.mp3');
});

t.test('what may mean something else is refused', async (t) => {
  const names = [
    '',
    ' ',
    '.',
    '..',
    'a/b.mp3',
    '/a.mp3',
    '.hidden.mp3',
    'a\0.mp3',
    'a\nb.mp3',
    'a\u009b.mp3',
    '\ud800.mp3',
  ];
  for (const name of [...names, `${'x'.repeat(252)}.mp3`, '\u202e', 'a\ufffd.mp3']) {
    t.throws(() => destinationOf(name), { code: 'INVALID_NAME' }, JSON.stringify(name.slice(0, 20)));
  }
  const deep = Array.from({ length: 17 }, () => 'x').join('/');
  const long = Array.from({ length: 10 }, () => 'x'.repeat(250)).join('/');
  for (const path of ['/etc', '..', 'a/../b', 'a/./b', '../../etc', '.git', 'a/\u0007', 'a/..\u200e', deep, long]) {
    t.throws(() => destinationOf('a.mp3', path), { code: 'INVALID_NAME' }, JSON.stringify(path.slice(0, 20)));
  }
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(fc.constantFrom('.', '..', '/', '\\', 'a', ' ', '\0', '\u202e', '~', 'ä'), { maxLength: 12 })
    .map((all) => all.join('')),
);

t.test('whatever is sent, it lies below the root, is seen there, and is taken by a disk', async () => {
  fc.assert(
    fc.property(text, text, (filename, relativePath) => {
      let found: ReturnType<typeof destinationOf>;
      try {
        found = destinationOf(filename, relativePath);
      } catch (error) {
        return (error as { code?: string }).code === 'INVALID_NAME';
      }
      const steps = [...found.folders, found.name];
      const path = join('/music', ...steps);
      return (
        path.startsWith('/music/') &&
        path === normalize(path) &&
        path.split('/').length === steps.length + 2 &&
        steps.every((step) => !step.startsWith('.') && Buffer.byteLength(step) <= 255 && !/[\p{Cc}\p{Cs}]/u.test(step))
      );
    }),
  );
});

t.test('what was cleaned once is clean', async () => {
  fc.assert(
    fc.property(text, text, (filename, relativePath) => {
      try {
        const once = destinationOf(filename, relativePath);
        const twice = destinationOf(once.name, [...once.folders, once.name].join('/'));
        return JSON.stringify(once) === JSON.stringify(twice);
      } catch (error) {
        return (error as { code?: string }).code === 'INVALID_NAME';
      }
    }),
  );
});

t.test('a number goes before the ending, and what is too long is shortened for it', async (t) => {
  t.equal(numbered('a.mp3', 2), 'a (2).mp3');
  t.equal(numbered('no ending', 3), 'no ending (3)');
  const long = numbered(`${'ä'.repeat(125)}.mp3`, 12);
  t.equal(long, `${'ä'.repeat(123)} (12).mp3`);
  t.ok(Buffer.byteLength(long) <= 255);
});
