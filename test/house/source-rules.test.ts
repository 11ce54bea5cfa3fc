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

t.test('no test stands in for others, and none is left out silently', async (t) => {
  const marks = /\bonly:\s*true\b|\.only\(/;
  const found = sourceFiles('test').filter(({ path, text }) => path.endsWith('.test.ts') && marks.test(text));
  t.strictSame(
    found.map(({ path }) => path).filter((path) => path !== 'test/house/source-rules.test.ts'),
    [],
  );
});
