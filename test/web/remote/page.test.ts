import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, sourceFiles } from '../../house/source-files.js';

const html = readFileSync(join(ROOT, 'src/web/remote/index.html'), 'utf8');
const sources = sourceFiles('src/web/remote');

t.test('the page names nothing outside, and holds no script or style of its own', async (t) => {
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
  t.strictSame(
    names.filter((name) => !name.startsWith('data:') && !name.startsWith('/')),
    ['style.css', 'early.js', 'main.js'],
  );
  t.notMatch(html, /\son\w+=|\sstyle=/, 'which its policy would refuse');
});

t.test('no text of the box is ever read as a page', async (t) => {
  const files = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML/.test(text),
  );
  t.strictSame(
    files.map(({ path }) => path),
    [],
  );
});

t.test('nothing is said beside the catalogues', async (t) => {
  const written = />\s*[A-Za-z]{3,}[^<>{}=;()]*<\//;
  const files = sources.filter(({ path, text }) => path.endsWith('.tsx') && written.test(text));
  t.strictSame(
    files.map(({ path }) => path),
    [],
  );
});
