import t from 'tap';
import { hasHeader, leaningComments, writtenFiles, wrongNames } from './language.js';

const files = writtenFiles();

t.test('no name is one that the glossary replaces', async (t) => {
  t.ok(files.length > 100, 'the files were read');
  t.strictSame(files.flatMap(wrongNames), []);
});

t.test('no comment leans on the line above it', async (t) => {
  t.strictSame(files.flatMap(leaningComments), []);
});

t.test('every source file has a header', async (t) => {
  const sources = files.filter(({ path }) => !path.startsWith('test/') && !path.endsWith('.d.ts'));
  t.strictSame(
    sources.filter((file) => !hasHeader(file)).map(({ path }) => path),
    [],
  );
});

t.test('a gone word is found in each kind of name', async (t) => {
  const text = `
    export interface PlayerNews { readonly placeOfTrack: number }
    class InTurn { told(wish: string) { const heardAt = 1; } }
    type BoxParts = { stands: boolean };
    const { gap: absence } = {};
  `;
  const names = wrongNames({ path: 'src/http/x.ts', text }).map((line) => line.split(': ')[1]);
  t.strictSame(names, [
    'PlayerNews',
    'placeOfTrack',
    'InTurn',
    'told',
    'wish',
    'heardAt',
    'BoxParts',
    'stands',
    'absence',
  ]);
  t.match(wrongNames({ path: 'src/web/words/de.ts', text: '' }), [/folder: use locales/]);
  t.match(wrongNames({ path: 'native/core/x.cpp', text: 'int heard_frame; // heard' }), [/heard_frame: use played/]);
});

t.test('words of another sense, wire fields, texts and comments pass', async (t) => {
  const text = `
    // the place of a guest
    const sheet = parseCue("told"), placeholder = { stands_in_for: 1 }, standIn = 2;
    element.place = event.news;
  `;
  t.strictSame(wrongNames({ path: 'src/playlists/cue-sheet.ts', text }), []);
});

t.test('a comment that leans is found, one that stands alone is not', async (t) => {
  const leaning = ['/** Of a track. */', '/**\n * The same for albums.\n */', '// Its length.', '/* It ends. */'];
  for (const text of leaning) t.equal(leaningComments({ path: 'src/x.ts', text }).length, 1, text);
  const standing = ['/** Offset of a track. */', "'// Of'", '// A length;\n// It is in milliseconds.', '/** Items. */'];
  for (const text of standing) t.strictSame(leaningComments({ path: 'src/x.ts', text }), [], text);
});

t.test('a header stands above the imports or above the first declaration', async (t) => {
  t.ok(hasHeader({ path: 'src/x.ts', text: '/** What. */\nimport a from "a";' }));
  t.ok(hasHeader({ path: 'src/x.ts', text: 'import a from "a";\n/** What. */\nconst b = a;' }));
  t.notOk(hasHeader({ path: 'src/x.ts', text: 'import a from "a";\nconst b = a;\n/** Late. */\nconst c = b;' }));
});
