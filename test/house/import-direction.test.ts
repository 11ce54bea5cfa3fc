import t from 'tap';
import { ARROWS, findCycle, type ImportGraph, unknownRooms, wrongArrows } from './arrows.js';
import { importsOf, readText, resolveImport, sourceFiles } from './source-files.js';

const house: ImportGraph = new Map(
  sourceFiles('src').map((file) => [
    file.path,
    importsOf(file).flatMap((specifier) => resolveImport(file.path, specifier) ?? []),
  ]),
);

t.test('every import of the house follows an arrow', async (t) => {
  t.ok(house.size > 10, 'the house was read');
  t.strictSame(wrongArrows(house), []);
});

t.test('every room has its arrows written down', async (t) => {
  t.strictSame(unknownRooms(house), []);
});

t.test('src/README.md states the arrows of every room', async (t) => {
  const rows = [...readText('src/README.md').matchAll(/^\| `([\w-]+)` +\|[^|]*\| *([\w, -]*?) *\|$/gm)];
  const stated = rows.map(([, room = '', seen = '']) => [room, seen.split(', ').filter(Boolean).sort()]);
  const held = Object.entries(ARROWS).map(([room, seen]) => [room, [...seen].sort()]);
  t.strictSame(Object.fromEntries(stated), Object.fromEntries(held));
});

t.test('no import of the house leads back to where it came from', async (t) => {
  t.equal(findCycle(house), undefined);
});

t.test('every relative import names a file that exists', async (t) => {
  const missing = [...house].flatMap(([from, targets]) =>
    targets
      .filter((to) => to.startsWith('src/') && to.endsWith('.ts') && !house.has(to))
      .map((to) => `${from} imports ${to}, which is not there`),
  );
  t.strictSame(missing, []);
});

t.test('the guard notices each kind of wrong arrow', async (t) => {
  const wrong: readonly (readonly [from: string, to: string])[] = [
    ['src/library/scanner/walk.ts', 'src/playback/player.ts'],
    ['src/playback/player.ts', 'src/http/server.ts'],
    ['src/decode/decoder.ts', 'src/playback/types.ts'],
    ['src/http/server.ts', 'src/decode/decoder.ts'],
    ['src/http/server.ts', 'src/config/config.ts'],
    ['src/playback/player.ts', 'src/appliance.ts'],
    ['src/playback/player.ts', 'src/compose/audio.ts'],
    ['src/compose/audio.ts', 'src/appliance.ts'],
    ['src/main.ts', 'src/compose/audio.ts'],
    ['src/main.ts', 'src/playback/player.ts'],
    ['src/units.ts', 'src/errors.ts'],
  ];
  for (const [from, to] of wrong) {
    t.strictSame(wrongArrows(new Map([[from, [to]]])), [`${from} must not import ${to}`]);
  }
});

t.test('the guard lets pass what the house allows', async (t) => {
  const right: ImportGraph = new Map([
    ['src/main.ts', ['src/appliance.ts', 'src/config/config.ts', 'src/log.ts']],
    ['src/appliance.ts', ['src/compose/audio.ts', 'src/http/server.ts', 'src/config/config.ts']],
    ['src/compose/audio.ts', ['src/compose/given.ts', 'src/decode/decoder.ts', 'src/units.ts']],
    ['src/http/routes/player.ts', ['src/playback/types.ts', 'src/http/wire/track.ts', 'src/errors.ts']],
    ['src/playback/player.ts', ['src/decode/decoder.ts', 'src/units.ts']],
  ]);
  t.strictSame(wrongArrows(right), []);
});

t.test('the guard notices a cycle, however long', async (t) => {
  const ring: ImportGraph = new Map([
    ['src/playback/a.ts', ['src/playback/b.ts']],
    ['src/playback/b.ts', ['src/playback/c.ts']],
    ['src/playback/c.ts', ['src/playback/b.ts']],
  ]);
  t.strictSame(findCycle(ring), ['src/playback/b.ts', 'src/playback/c.ts', 'src/playback/b.ts']);
});

t.test('imports are found in every form', async (t) => {
  const text = `
    import { a } from './a.js';
    import type { B } from '../b.js';
    export * from './c.js';
    const d = await import('./d.js');
    const e = require('./e.js');
    type F = import('./f.js').F;
    // import './not-this.js'
    const text = "import './nor-this.js'";
  `;
  const file = { path: 'src/playback/x.ts', text };
  t.strictSame(importsOf(file), ['./a.js', '../b.js', './c.js', './d.js', './e.js', './f.js']);
  t.equal(resolveImport('src/playback/x.ts', '../b.js'), 'src/b.ts');
  t.equal(resolveImport('src/playback/x.ts', 'koa'), undefined);
});
