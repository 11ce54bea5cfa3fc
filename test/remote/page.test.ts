import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, sourceFiles } from '../house/source-files.js';

const html = readFileSync(join(ROOT, 'src/remote/index.html'), 'utf8');

t.test('every element that the script asks for is in the page, once', async (t) => {
  const ids = [...html.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id);
  t.equal(new Set(ids).size, ids.length);
  const asked = sourceFiles('src/remote').flatMap(({ text }) =>
    [...text.matchAll(/\b(?:element|elementOf|onClick|new Slider)\('([\w-]+)'/g)].map(([, id]) => id),
  );
  t.ok(asked.length > 10);
  t.strictSame(
    asked.filter((id) => !ids.includes(id)),
    [],
  );
});

t.test('the page names nothing outside, and holds no script or style of its own', async (t) => {
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
  t.strictSame(
    names.filter((name) => !name.startsWith('data:')),
    ['style.css', 'main.js'],
  );
  t.notMatch(html, /\son\w+=|\sstyle=/, 'which its policy would refuse');
});
