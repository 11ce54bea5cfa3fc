/** The READMEs and the developer's guide name only files that exist. What is below build/ is made by a command. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { readText, ROOT } from './source-files.js';

const FOLDERS = ['.github', 'image', 'native', 'src', 'test'];
/** A file of the source between backquotes. `NAME` and the like stand for names that a reader chooses. */
const NAMED = /`([a-z][\w./-]*\.(?:tsx?|mjs|cpp|h|md))`/g;

const guides = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path)),
).concat('README.md');

t.test('every file that a guide names is there', async (t) => {
  t.ok(guides.includes('src/README.md') && guides.includes('.github/CONTRIBUTING.md'), 'the guides are read');
  const missing = guides.flatMap((guide) =>
    [...readText(guide).matchAll(NAMED)]
      .map(([, path = '']) => path)
      .filter((path) => !path.startsWith('build/'))
      .filter((path) => !['', 'src', dirname(guide)].some((base) => existsSync(join(ROOT, base, path))))
      .map((path) => `${guide} names ${path}, which is not there`),
  );
  t.strictSame(missing, []);
});
