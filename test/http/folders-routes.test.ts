import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { LibraryRoots } from '../../src/library/library-roots.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { ENDED, FakeScanner } from './fake-scanner.js';
import { foldersIn } from './fake-folders.js';
import { settingsInMemory } from './fake-settings.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

async function machine(t: Test, failure?: Error) {
  const base = await temporaryDirectory(t);
  for (const path of ['music/album', 'more/9', 'more/10', 'more/.hidden'])
    await mkdir(join(base, path), { recursive: true });
  const roots = new LibraryRoots([join(base, 'music')]);
  const scanner = new FakeScanner();
  const rig = await startRig(t, {
    ...foldersIn(roots, new LibraryPaths(roots), [base], settingsInMemory(failure)),
    scanner,
  });
  return { ...rig, base, roots, scanner };
}

t.test('a folder is looked for, added, and removed', async (t) => {
  const { base, send, roots } = await machine(t);
  t.strictSame((await send('GET', '/system/folders')).json, [
    { path: base, name: base, allowed: true, in_library: false },
  ]);
  t.strictSame((await send('GET', `/system/folders?path=${encodeURIComponent(base)}`)).json, [
    { path: join(base, 'more'), name: 'more', allowed: true, in_library: false },
    { path: join(base, 'music'), name: 'music', allowed: true, in_library: true },
  ]);
  const added = await send('POST', '/system/roots', { body: { path: join(base, 'more') } });
  t.equal(added.status, 201);
  const { id } = added.json as { id: string };
  t.strictSame(added.json, { id, path: join(base, 'more') });
  t.match((await send('GET', '/system/roots')).json, {
    roots: [
      {
        id,
        path: join(base, 'more'),
        label: join(base, 'more'),
        origin: 'added',
        state: 'ready',
        tracks: 0,
        bytes_music: 0,
      },
      { path: join(base, 'music'), origin: 'configured' },
    ],
    ignored: [],
  });
  t.strictSame(
    (await send('POST', '/system/roots', { body: { path: join(base, 'more/9') } })).json,
    problem(409, 'Conflict', 'ALREADY_IN_LIBRARY', `${join(base, 'more/9')} is in the library already.`),
  );
  t.equal((await send('DELETE', `/system/roots/${id}`)).status, 204);
  t.strictSame(roots.paths, [join(base, 'music')]);
  t.match(await send('DELETE', `/system/roots/${id}`), { status: 404, json: { code: 'UNKNOWN_ROOT' } });
});

t.test('what is elsewhere is 403, what is no folder 400, and what the configuration has is 409', async (t) => {
  const { base, send } = await machine(t);
  const roots = (await send('GET', '/system/roots')).json as { roots: { id: string }[] };
  t.match(await send('DELETE', `/system/roots/${roots.roots[0]?.id}`), {
    status: 409,
    json: { code: 'ROOT_NOT_REMOVABLE' },
  });
  for (const [path, status, code] of [
    ['/etc', 403, 'FOLDER_NOT_ALLOWED'],
    ['/', 403, 'FOLDER_NOT_ALLOWED'],
    [join(base, 'more/.hidden'), 403, 'FOLDER_NOT_ALLOWED'],
    [join(base, 'nothing'), 400, 'NOT_A_FOLDER'],
    ['more', 400, 'NOT_ABSOLUTE'],
  ] as const) {
    t.match(await send('POST', '/system/roots', { body: { path } }), { status, json: { code } }, path);
    t.match(await send('GET', `/system/folders?path=${encodeURIComponent(path)}`), { status, json: { code } }, path);
  }
  for (const body of [{}, { path: 5 }, { path: 'x'.repeat(4097) }, []]) {
    t.match(await send('POST', '/system/roots', { body }), { status: 400 });
    t.match(await send('POST', '/system/ignored-folders', { body }), { status: 400 });
  }
});

t.test('a folder is left out and taken in again, beside those of files', async (t) => {
  const { base, send, scanner } = await machine(t);
  scanner.state = { ...scanner.state, ignored: [join(base, 'music/a')], last: ENDED };
  const left = await send('POST', '/system/ignored-folders', { body: { path: join(base, 'music/album') } });
  t.equal(left.status, 201);
  const { id } = left.json as { id: string };
  t.match((await send('GET', '/system/roots')).json, {
    ignored: [
      { id: null, path: join(base, 'music/a'), by: 'file' },
      { id, path: join(base, 'music/album'), by: 'person' },
    ],
  });
  t.match(await send('POST', '/system/ignored-folders', { body: { path: join(base, 'more') } }), {
    status: 400,
    json: { code: 'OUTSIDE_LIBRARY' },
  });
  t.equal((await send('DELETE', `/system/ignored-folders/${id}`)).status, 204);
  t.match(await send('DELETE', `/system/ignored-folders/${id}`), { status: 404, json: { code: 'UNKNOWN_FOLDER' } });
});

t.test('the root that is scanned says so', async (t) => {
  const { base, send, scanner } = await machine(t);
  const counts = { folders: 0, files: 0, read: 0, failed: 0 };
  scanner.state = { ...scanner.state, progress: { phase: 'walking', root: join(base, 'music'), ...counts } };
  t.match((await send('GET', '/system/roots')).json, { roots: [{ state: 'scanning' }] });
});

t.test('what could not be saved is in force all the same', async (t) => {
  const { base, send, roots } = await machine(t, new Error('the disk is full'));
  for (const [path, body] of [
    ['/system/roots', { path: join(base, 'more') }],
    ['/system/ignored-folders', { path: join(base, 'music/album') }],
  ] as const) {
    t.match(await send('POST', path, { body }), { status: 503, json: { code: 'STATE_NOT_SAVED' } });
  }
  t.strictSame([roots.paths.length, roots.ignored.size], [2, 1]);
});
