/** Playlists that lie in the library: the queue takes them by their paths, and they are saved by their paths. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { LibraryPaths } from '../../src/library/paths.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf, type ShelfTrack } from '../library/shelf.js';
import { startRig, temporaryDirectory } from './rig.js';

const SHEET = [1, 2].map((at) => `TRACK 0${at} AUDIO\nTITLE "T${at}"\nINDEX 01 0${at}:00:00`).join('\n');

async function start(t: Test, files: Readonly<Record<string, string>>, tracks: readonly ShelfTrack[] = []) {
  const root = await temporaryDirectory(t);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const { library, savedPlaylists, playlistEvents, write } = await libraryRig(t);
  await write((sql) => putOnShelf(sql, root, tracks));
  const { send, player, logged } = await startRig(t, {
    ...{ library, savedPlaylists, playlistEvents, paths: new LibraryPaths([root]) },
  });
  const at = (name: string): string => join(root, name);
  return {
    ...{ send, player, logged, at },
    create: (...names: readonly string[]) => send('POST', '/playlists', { body: { tracks: names.map(at) } }),
    /** Below the root. */
    queue: () => player.entries.map(({ location }) => location.replace(`${root}/`, '')),
  };
}

t.test('a new queue takes the tracks of a playlist that browse lists', async (t) => {
  const { send, create, queue, player } = await start(t, {
    'mix/a.mp3': '',
    'mix/b.mp3': '',
    'mix/list.m3u8': 'b.mp3\na.mp3\nhttp://radio.example/live\nb.mp3\n',
  });
  const { json } = await send('GET', '/browse/tree-entries');
  const [folder] = json as { name: string }[];
  const inside = await send('GET', `/browse/tree-entries?q=${encodeURIComponent(folder!.name)}`);
  const list = (inside.json as { name: string }[]).find(({ name }) => name.endsWith('.m3u8'))!.name;
  const { status, text } = await send('POST', '/playlists', { body: { tracks: [list] } });
  t.strictSame({ status, text }, { status: 200, text: '0' });
  t.strictSame(queue(), ['mix/b.mp3', 'mix/a.mp3', 'http://radio.example/live', 'mix/b.mp3']);
  t.equal(player.kind, 'stopped', 'nothing starts');
  t.equal((await send('PUT', '/playlists/start')).status, 200);
  t.equal(player.kind, 'playing');
  t.equal((await create('mix/list.m3u8', 'mix/a.mp3')).status, 200);
  t.strictSame(
    queue(),
    ['mix/b.mp3', 'http://radio.example/live', 'mix/b.mp3', 'mix/a.mp3'],
    'what the request names itself is not added twice',
  );
});

t.test('an insertion takes them too, at its position', async (t) => {
  const { send, player, at } = await start(t, { 'a.mp3': '', 'b.mp3': '', 'x.pls': '[playlist]\nFile1=b.mp3\n' });
  player.hold([at('a.mp3')]);
  const body = { position: -4, tracks: [at('x.pls')] };
  t.equal((await send('POST', '/playlists/current/tracks', { body })).status, 200);
  t.strictSame(player.commands.at(-1), ['insert', [at('b.mp3')], -4]);
});

t.test('a sheet gives the parts of its file, and a file whose parts are named goes before them', async (t) => {
  const names = [1, 2].map((number) => `disc.flac#track=${number}`);
  const { create, queue } = await start(
    t,
    { 'disc.cue': `FILE "disc.wav" WAVE\n${SHEET}`, 'disc.flac': '', 'all.m3u': 'disc.cue\n', 'file.m3u': 'disc.flac' },
    names.map((name, at) => ({ name, start: at * 60_000 })),
  );
  for (const name of ['disc.cue', 'all.m3u', 'file.m3u']) {
    t.equal((await create(name)).status, 200);
    t.strictSame(queue(), names, name);
  }
  await create('disc.cue', 'disc.flac');
  t.strictSame(queue(), ['disc.flac'], 'all files of the folder');
});

t.test('what is left out is logged, and a playlist of nothing is refused', async (t) => {
  const { create, queue, logged, player } = await start(t, {
    'a.mp3': '',
    'half.m3u': 'a.mp3\ngone.mp3\nhttp://127.0.0.1/x\n',
    'none.m3u': '#EXTM3U\ngone.mp3\n',
    'loop.m3u': 'loop.m3u\n',
    'bad.xspf': '<!DOCTYPE x><playlist/>',
    'large.m3u': 'x'.repeat(10_000_000),
    'many.m3u': 'a.mp3\n'.repeat(10_001),
    'most.m3u': 'a.mp3\n'.repeat(6000),
  });
  t.match(await create('half.m3u'), { status: 200, headers: { 'tonearm-left-out': '2' } });
  t.strictSame(queue(), ['a.mp3']);
  t.match(await create('a.mp3'), { headers: { 'tonearm-left-out': '0' } });
  t.match(logged.join('\n'), /entries of a playlist file are left out .*missing=2 .*gone\.mp3/);
  const before = player.commands.length;
  for (const [names, status, code, detail] of [
    [['none.m3u'], 422, 'NOTHING_TO_PLAY', /Entry 2: No track/],
    [['loop.m3u'], 422, 'NOTHING_TO_PLAY', /inside a playlist/],
    [['bad.xspf', 'a.mp3'], 422, 'NO_PLAYLIST', /bad\.xspf: .*document type/],
    [['large.m3u'], 422, 'PLAYLIST_TOO_LARGE', /large\.m3u.* 2 MiB/],
    [['gone.m3u'], 422, 'PLAYLIST_NOT_AVAILABLE', /gone\.m3u/],
    [['many.m3u'], 409, 'PLAYLIST_FULL', /10000/],
    [['most.m3u', 'most.m3u'], 409, 'QUEUE_FULL', /10000/],
    [['../x.m3u'], 400, 'OUTSIDE_LIBRARY', /library root/],
    [Array<string>(101).fill('half.m3u'), 400, 'TOO_MANY_PLAYLIST_FILES', /100/],
  ] as const) {
    t.match((await create(...names)).json, { status, code, detail }, names[0]);
  }
  t.equal(player.commands.length, before, 'the queue is as it was');
});

t.test('a playlist of a folder is saved, and what is missing is told', async (t) => {
  const { send, at } = await start(
    t,
    {
      'mix/My list.m3u': 'a.mp3\ngone.mp3\nunscanned.mp3\nhttp://radio.example/live\n',
      'mix/unscanned.mp3': '',
      'mix/named.xspf': '<playlist><title>Title</title><trackList/></playlist>',
      'mix/disc.cue': `TITLE "Disc"\nFILE "disc.flac" WAVE\n${SHEET}`,
      'mix/disc.flac': '',
      'mix/a.txt': '',
    },
    [{ name: 'mix/a.mp3' }, { name: 'mix/disc.flac#track=1', start: 0 }, { name: 'mix/disc.flac#track=2', start: 1 }],
  );
  const save = (name: string, more = {}) =>
    send('POST', '/saved-playlists/from-file', { body: { path: at(name), ...more } });
  const { status, json, headers } = await save('mix/My list.m3u');
  t.match(
    { status, json },
    {
      status: 201,
      json: {
        playlist: { name: 'My list', track_count: 2 },
        missing: [
          { line: 2, location: 'gone.mp3', code: 'NOT_FOUND' },
          { line: 3, location: 'unscanned.mp3', code: 'NOT_FOUND' },
        ],
      },
    },
  );
  const tracks = (await send('GET', `${headers['location']!}/tracks`)).json as { path: string }[];
  t.strictSame(
    tracks.map(({ path }) => path),
    [at('mix/a.mp3'), 'http://radio.example/live'],
  );
  t.match((await save('mix/named.xspf')).json, { playlist: { name: 'Title' } });
  t.match((await save('mix/named.xspf', { name: 'Mine' })).json, { playlist: { name: 'Mine' } });
  t.match((await save('mix/disc.cue')).json, { playlist: { name: 'Disc', track_count: 2 }, missing: [] });
  t.equal(((await send('GET', '/saved-playlists')).json as unknown[]).length, 4);
  for (const [name, status, code] of [
    ['mix/a.txt', 422, 'NO_PLAYLIST'],
    ['mix/gone.m3u', 422, 'PLAYLIST_NOT_AVAILABLE'],
    ['../x.m3u', 400, 'OUTSIDE_LIBRARY'],
  ] as const) {
    t.match((await save(name)).json, { status, code }, name);
  }
  t.match((await save('mix/named.xspf', { name: 'a\0' })).json, { status: 400, code: 'INVALID_BODY' });
  t.equal(((await send('GET', '/saved-playlists')).json as unknown[]).length, 4, 'nothing is made');
});
