/** Playlists and CUE sheets as they lie in folders: what of them is read, and what is refused. */
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { LibraryPaths } from '../../../src/library/paths.js';
import { StreamAddresses } from '../../../src/net/stream-address.js';
import { findEntries } from '../../../src/playlists/files/find-entries.js';
import { readFromLibrary } from '../../../src/playlists/files/library-file.js';
import { temporaryDirectory } from '../../http/rig.js';
import { libraryRig } from '../../library/rig.js';

const SHEET = [
  'TITLE "Disc"',
  'FILE "image.wav" WAVE',
  ...[1, 2, 3].flatMap((number) => [`TRACK 0${number} AUDIO`, `TITLE "T${number}"`, `INDEX 01 0${number}:00:00`]),
].join('\n');

/** A library of these files; those without content are empty. */
async function rootOf(t: Test, files: Readonly<Record<string, string | Buffer>>) {
  const root = await temporaryDirectory(t);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const paths = new LibraryPaths([root, `${root}-absent`]);
  const { library } = await libraryRig(t);
  const parts = { library, paths, streams: new StreamAddresses() };
  return {
    root,
    /** What the queue would get, below the root; then `line code` of what is missing. Or the code of a refusal. */
    play: async (name: string): Promise<readonly string[]> => {
      try {
        const { entries } = await readFromLibrary(join(root, name), paths);
        const { tracks, missing } = await findEntries(entries, parts, true);
        return [
          ...tracks.map(({ location = '' }) => location.replace(`${root}/`, '')),
          ...missing.map(({ line, code }) => `${line} ${code}`),
        ];
      } catch (error) {
        return [(error as { code?: string }).code ?? String(error)];
      }
    },
  };
}

t.test('paths begin at the folder of the playlist, in whatever way they are written', async (t) => {
  const { root, play } = await rootOf(t, {
    'Rock/Café – 1.mp3': '',
    'Rock/50% #2.mp3': '',
    'Pop/b.ogg': '',
    'Rock/here.m3u8': 'Café – 1.mp3\n./50% #2.mp3\n../Pop/b.ogg\nPop/b.ogg\n..\\Pop\\b.ogg\nC:\\x\\Rock\\b.ogg\n',
    'Rock/old.m3u': Buffer.from('Caf\xe9 \x96 1.mp3\r\n', 'latin1'),
    'Rock/uri.xspf':
      '<playlist><trackList><track><location>50%25%20%232.mp3</location></track>' +
      '<track><location>../Pop/b.ogg</location></track></trackList></playlist>',
    'Rock/plain.pls': '[playlist]\nFile1=50%25%20%232.mp3\nFile2=..\\Pop\\b.ogg\nFile3=http://radio.example/live\n',
  });
  const [one, two, other] = ['Rock/Café – 1.mp3', 'Rock/50% #2.mp3', 'Pop/b.ogg'] as const;
  await writeFile(join(root, 'Rock', 'whole.m3u'), `${root}/Pop/b.ogg\nfile://${encodeURI(root)}/Pop/b.ogg\n`);
  t.strictSame(await play('Rock/here.m3u8'), [one, two, other, other, other, '6 NOT_FOUND']);
  t.strictSame(await play('Rock/old.m3u'), [one]);
  t.strictSame(await play('Rock/uri.xspf'), [two, other]);
  t.strictSame(await play('Rock/plain.pls'), [two, other, 'http://radio.example/live']);
  t.strictSame(await play('Rock/whole.m3u'), [other, other]);
});

t.test('nothing outside of the library is named, and no other file of it', async (t) => {
  const elsewhere = await temporaryDirectory(t);
  await writeFile(join(elsewhere, 'a.mp3'), '');
  await writeFile(join(elsewhere, 'b.m3u'), 'a.mp3\n');
  await writeFile(join(elsewhere, 'c.cue'), SHEET);
  const { root, play } = await rootOf(t, { 'notes.txt': '', 'folder.mp3/x.mp3': '' });
  await symlink(join(elsewhere, 'a.mp3'), join(root, 'link.mp3'));
  await symlink(join(elsewhere, 'b.m3u'), join(root, 'link.m3u'));
  const rows = [
    `${elsewhere}/a.mp3`,
    'link.mp3',
    '../../../../../../etc/passwd',
    'notes.txt',
    'folder.mp3',
    'http://127.0.0.1:6063/x',
    'http://user:secret@radio.example/',
    'smb://nas/a.mp3',
    `${elsewhere}/c.cue`,
  ];
  await writeFile(join(root, 'bad.m3u'), rows.join('\n'));
  t.strictSame(await play('bad.m3u'), [
    ...['1 NOT_FOUND', '2 NOT_FOUND', '3 NOT_FOUND', '4 NOT_FOUND', '5 NOT_FOUND'],
    ...['6 STREAM_ADDRESS_FORBIDDEN', '7 UNSUPPORTED_ADDRESS', '8 UNSUPPORTED_ADDRESS', '9 NESTED_PLAYLIST'],
  ]);
  t.strictSame(await play('link.m3u'), ['OUTSIDE_LIBRARY']);
  t.strictSame(await play('../x.m3u'), ['OUTSIDE_LIBRARY']);
});

t.test('a sheet, or a playlist that names sheets, names their files', async (t) => {
  const { play } = await rootOf(t, {
    'One/disc.cue': SHEET,
    'One/image.flac': '',
    'Two/disc.cue': SHEET,
    'Three/disc.cue': ['a', 'b'].map((name) => `FILE "${name}.mp3" MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:00`).join('\n'),
    'Three/two.cue': [1, 2].map((at) => `FILE "${at}.mp3" MP3\nTRACK 0${at} AUDIO\nINDEX 01 00:00:00`).join('\n'),
    'Three/1.mp3': '',
    'Three/2.mp3': '',
    'all.m3u': 'One/disc.cue\nThree\\two.cue\nTwo/disc.cue\nnone.cue\n',
  });
  t.strictSame(await play('One/disc.cue'), ['One/image.flac'], 'the library does not know its parts yet: the whole');
  t.strictSame(await play('Two/disc.cue'), ['1 NOT_FOUND', '2 NOT_FOUND', '3 NOT_FOUND']);
  t.strictSame(await play('Three/two.cue'), ['Three/1.mp3', 'Three/2.mp3']);
  t.strictSame(await play('all.m3u'), [
    ...['One/image.flac', 'Three/1.mp3', 'Three/2.mp3'],
    ...['3 NOT_FOUND', '3 NOT_FOUND', '3 NOT_FOUND', '4 NESTED_PLAYLIST'],
  ]);
});

t.test('a playlist within a playlist is not followed', async (t) => {
  const { play } = await rootOf(t, { 'a.m3u': 'b.m3u\na.m3u\nc.pls\nx.mp3\n', 'b.m3u': 'a.m3u', 'x.mp3': '' });
  t.strictSame(await play('a.m3u'), ['x.mp3', '1 NESTED_PLAYLIST', '2 NESTED_PLAYLIST', '3 NESTED_PLAYLIST']);
});

t.test('files that are none, too large or not there are refused', async (t) => {
  const { root, play } = await rootOf(t, {
    'line.m3u': 'x'.repeat(10_000_000),
    'long.m3u': 'x'.repeat(2_000_000),
    'binary.m3u': Buffer.from([0xff, 0xfb, 0, 0, 1, 2]),
    'bomb.xspf': '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><playlist><title>&b;</title></playlist>',
    'deep.xspf': `<playlist>${'<a>'.repeat(100_000)}`,
    'html.pls': '<html></html>',
    'text.cue': 'hello\n',
    'many.m3u': 'a.mp3\n'.repeat(10_001),
    'empty.m3u8': '',
    'secret.m3u': 'x.mp3',
    'segments.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts\n',
  });
  await mkdir(join(root, 'folder.m3u'));
  await writeFile(join(root, 'sparse.pls'), '');
  await truncate(join(root, 'sparse.pls'), 2 ** 40);
  for (const [name, expected] of [
    ['line.m3u', 'PLAYLIST_TOO_LARGE'],
    ['sparse.pls', 'PLAYLIST_TOO_LARGE'],
    ['long.m3u', '1 TOO_LONG'],
    ['binary.m3u', 'NO_PLAYLIST'],
    ['bomb.xspf', 'NO_PLAYLIST'],
    ['deep.xspf', 'NO_PLAYLIST'],
    ['html.pls', 'NO_PLAYLIST'],
    ['text.cue', 'NO_PLAYLIST'],
    ['segments.m3u8', 'NO_PLAYLIST'],
    ['many.m3u', 'PLAYLIST_FULL'],
    ['empty.m3u8', undefined],
    ['folder.m3u', 'PLAYLIST_NOT_AVAILABLE'],
    ['gone.m3u', 'PLAYLIST_NOT_AVAILABLE'],
  ] as const) {
    t.strictSame(await play(name), expected === undefined ? [] : [expected], name);
  }
});
