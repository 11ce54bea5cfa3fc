import t from 'tap';
import { sourceFiles } from './source-files.js';

/** Places in the house where `pattern` stands, comments left out. */
function places(pattern: RegExp, except: (path: string) => boolean = () => false): string[] {
  return sourceFiles('src')
    .filter(({ path }) => !except(path))
    .filter(({ text }) => pattern.test(withoutComments(text)))
    .map(({ path }) => path);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

t.test('no program is run through a shell', async (t) => {
  t.strictSame(places(/(?<![.\w])exec(Sync)?\(|child_process['"]?\)?\.exec(Sync)?\(|shell:\s*true/), []);
});

t.test('only config reads the environment', async (t) => {
  t.strictSame(
    places(/process\s*\.\s*env|process\[['"]env['"]\]/, (path) => path.startsWith('src/config/')),
    [],
  );
});

/** What of these rooms has files of its own, or runs in a worker that may wait for a disk. */
const OTHER_FILES: Readonly<Record<string, string>> = {
  'src/http/routes/pages.ts': 'the pages',
  'src/http/routes/system.ts': 'the name of the box',
  'src/library/browse.ts': 'links of descriptors',
  'src/library/covers/cover-cache.ts': 'thumbnails in the state directory',
  'src/library/inside-file.ts': 'links of descriptors',
  'src/library/scan/cue-sheets.ts': 'scan worker',
  'src/library/scan/file-reading.ts': 'scan worker',
  'src/library/scan/folder-watch.ts': 'watches of local folders',
  'src/library/scan/listing.ts': 'scan worker',
  'src/library/scan/scan-run.ts': 'scan worker',
  'src/library/scan/volumes.ts': 'scan worker',
  'src/library/scan/walk.ts': 'scan worker',
  'src/lyrics/lyrics-cache.ts': 'lyrics in the state directory',
  'src/playback/earlier-files.ts': 'files in the state directory',
  'src/playback/position-file.ts': 'a file in the state directory',
};

t.test('files of the library are opened through src/files, where a hung share holds up nobody', async (t) => {
  const isElsewhere = (path: string): boolean =>
    !/^src\/(?:http|library|lyrics|playback|playlists)\//.test(path) && path !== 'src/system/space.ts';
  const found = places(/^import (?!type )(?!\{ constants \} ).*from '(?:node:)?fs(?:\/promises)?';$/m, isElsewhere);
  t.strictSame(found, Object.keys(OTHER_FILES));
});

t.test('no test stands in for others, and none is left out silently', async (t) => {
  const marks = /\bonly:\s*true\b|\.only\(/;
  const found = sourceFiles('test').filter(({ path, text }) => path.endsWith('.test.ts') && marks.test(text));
  t.strictSame(
    found.map(({ path }) => path).filter((path) => path !== 'test/house/source-rules.test.ts'),
    [],
  );
});
