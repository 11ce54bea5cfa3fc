/** The ways in which players of other systems spell a path. */
import t from 'tap';
import { TRACK_URN } from '../../../src/playlists/files/file-entry.js';
import { meaningOf, pathsOf } from '../../../src/playlists/files/path-variants.js';

interface Extra {
  readonly isUri?: boolean;
  readonly folder?: string;
}

const entryOf = (location: string, { isUri = false, folder }: Extra = {}) => ({
  ...{ line: 1, location, isUri, seconds: 0, title: '' },
  ...(folder !== undefined && { folder }),
});

for (const [what, rows] of Object.entries({
  'a path is without drive, server, doubled slashes, dots and steps out at the top': [
    ['a/b.mp3', {}, ['a/b.mp3']],
    ['/a//b/./c/../d.mp3', {}, ['/a/b/d.mp3']],
    ['../../a.mp3', {}, ['a.mp3']],
    ['/../a.mp3', {}, ['/a.mp3']],
    ['C:/a.mp3', {}, ['a.mp3']],
    ['/c:/a.mp3', {}, ['/a.mp3']],
    ['c:a.mp3', {}, ['c:a.mp3']],
    ['file:/a.mp3', {}, ['/a.mp3']],
    ['FILE:///a.mp3', {}, ['/a.mp3']],
    ['file://host/a.mp3', {}, ['/a.mp3']],
    ['file:///C:/a.mp3', {}, ['/a.mp3']],
  ],
  'backslashes are those of a name first, and then of Windows': [
    ['a\\b.mp3', {}, ['a\\b.mp3', 'a/b.mp3']],
    ['C:\\a\\b.mp3', {}, ['C:\\a\\b.mp3', 'a/b.mp3']],
    ['\\\\nas\\a.mp3', {}, ['\\\\nas\\a.mp3', '/nas/a.mp3']],
  ],
  'escapes are those of a URI first, and of a plain path last': [
    ['a%20b.mp3', {}, ['a%20b.mp3', 'a b.mp3']],
    ['a%20b.mp3', { isUri: true }, ['a b.mp3', 'a%20b.mp3']],
    ['file:///a%20b.mp3', {}, ['/a b.mp3', '/a%20b.mp3']],
    ['a%FFb.mp3', { isUri: true }, ['a%FFb.mp3']],
  ],
  'spaces at the ends may be a part of the name': [
    [' a.mp3 ', {}, [' a.mp3 ', 'a.mp3']],
    [' a.mp3 ', { isUri: true }, ['a.mp3']],
  ],
  'a path that is not absolute may lie below the folder of the playlist, which comes first': [
    ['a.mp3', { folder: '/m/x' }, ['/m/x/a.mp3', 'a.mp3']],
    ['../a.mp3', { folder: '/m/x' }, ['/m/a.mp3', 'a.mp3']],
    ['/a.mp3', { folder: '/m/x' }, ['/a.mp3']],
    ['C:/a.mp3', { folder: '/m/x' }, ['a.mp3']],
    ['C:\\a.mp3', { folder: '/m/x' }, ['C:\\a.mp3', 'a.mp3']],
    ['\\a.mp3', { folder: '/m/x' }, ['\\a.mp3', '/a.mp3']],
    ['file:a.mp3', { folder: '/m/x' }, ['/m/x/a.mp3', 'a.mp3']],
  ],
  'nothing but steps and slashes is no path': [
    ['', {}, []],
    ['..', {}, []],
    ['/./', {}, []],
    ['///', {}, []],
  ],
} satisfies Record<string, readonly (readonly [string, Extra, readonly string[]])[]>)) {
  t.test(what, async (t) => {
    for (const [location, extra, paths] of rows) {
      const entry = entryOf(location, extra);
      t.strictSame(meaningOf(entry, TRACK_URN), { kind: 'paths', paths }, location);
      t.strictSame(pathsOf(entry, TRACK_URN), paths, location);
    }
  });
}

t.test('ids, addresses and other playlists are no paths', async (t) => {
  for (const [location, meaning] of [
    [`${TRACK_URN}a`, { kind: 'track', id: 'a' }],
    [`${TRACK_URN}a b`, { kind: 'nothing', code: 'UNSUPPORTED_ADDRESS' }],
    [' HTTP://a/b ', { kind: 'stream', url: 'HTTP://a/b' }],
    ['https://a/b', { kind: 'stream', url: 'https://a/b' }],
    ['smb://a/b', { kind: 'nothing', code: 'UNSUPPORTED_ADDRESS' }],
    ['x'.repeat(4097), { kind: 'nothing', code: 'TOO_LONG' }],
  ] as const) {
    t.strictSame(meaningOf(entryOf(location), TRACK_URN), meaning, location.slice(0, 80));
    t.strictSame(pathsOf(entryOf(location), TRACK_URN), [], location.slice(0, 80));
  }
  t.strictSame(meaningOf(entryOf('a/b.m3u8'), TRACK_URN), { kind: 'nothing', code: 'NESTED_PLAYLIST' });
  t.strictSame(pathsOf(entryOf('a/b.m3u8'), TRACK_URN), ['a/b.m3u8'], 'though it has a path');
});
