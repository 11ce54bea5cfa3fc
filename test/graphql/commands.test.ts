/** Mutations: what they do to the player, the playlists and the settings. */
import t from 'tap';
import { type GraphqlRig, startGraphql } from './rig.js';

const queueOf = ({ player }: GraphqlRig): string[] => player.queue().entries.map(({ location }) => location);

t.test('an album is played from a position, and the player obeys', async (t) => {
  const rig = await startGraphql(t);
  const { data, paths, ids, player, code } = rig;
  const { albums, artists, genres } = await ids();
  const album = { id: albums[0] };
  t.strictSame(await data('mutation ($id: String!) { playAlbum(albumId: $id, position: 1) }', album), { playAlbum: 0 });
  t.strictSame(queueOf(rig), paths.slice(0, 2));
  t.strictSame([player.status().kind, player.queue().index], ['playing', 1]);
  t.strictSame(await data('{ status currentTrack { title album albumArtist path } nextTrack { id } }'), {
    status: 1,
    currentTrack: { title: 'Spray', album: 'Future Days', albumArtist: 'Can', path: paths[1] },
    nextTrack: null,
  });
  await data('mutation { pause }');
  t.equal(player.status().kind, 'paused');
  await data('mutation { resume }');
  t.equal(player.status().kind, 'playing');
  await data('mutation { previous }');
  t.equal(player.queue().index, 0);
  await data('mutation { next fastForwardRewind(newTime: 1000) flushAndReloadTracks }');
  t.equal(player.queue().index, 1);
  await data('mutation Seek($elapsed: Long!, $offset: Long!) { play(elapsed: $elapsed, offset: $offset) }', {
    ...{ elapsed: 2000, offset: 0 },
  });
  await data('mutation { hardStop }');
  t.equal(player.status().kind, 'stopped');
  t.strictSame(await data('mutation { playlistResume resumeTrack }'), { playlistResume: 0, resumeTrack: '' });
  t.equal(player.status().kind, 'playing');
  t.equal(await code('mutation ($id: String!) { playAlbum(albumId: $id, position: 2) }', album), 'INDEX_OUT_OF_RANGE');
  t.equal(await code('mutation { playAlbum(albumId: "none") }'), 'UNKNOWN_ID');
  await data('mutation ($id: String!) { playArtistTracks(artistId: $id) }', { id: artists[1] });
  t.strictSame(queueOf(rig), [paths[2]]);
  await data('mutation ($id: String!) { playGenreTracks(genreId: $id, shuffle: true) }', { id: genres[0] });
  t.strictSame(queueOf(rig).sort(), [...paths].sort());
  await data('mutation { playAllTracks(position: 2) }');
  t.strictSame([queueOf(rig), player.queue().index], [[paths[0], paths[2], paths[1]], 2]);
  t.equal(await code('mutation { playLikedTracks }'), 'NOTHING_TO_PLAY');
  for (const name of ['beepPlay', 'playlistSync', 'setPitch'])
    t.equal(await code(`mutation { ${name} }`), 'NOT_SUPPORTED');
});

t.test('folders and files are played', async (t) => {
  const rig = await startGraphql(t);
  const { data, paths, root, player, code } = rig;
  const play = (text: string, path: string) => data(`mutation ($path: String!) { ${text} }`, { path });
  await play('playDirectory(path: $path, recurse: true)', root);
  t.strictSame(queueOf(rig), paths);
  await play('playDirectory(path: $path, position: 1)', `${root}/Can/Future Days`);
  t.strictSame([queueOf(rig), player.queue().index], [paths.slice(0, 2), 1]);
  await play('playTrack(path: $path)', `file://${paths[2]}`);
  t.strictSame(queueOf(rig), [paths[2]]);
  await play('insertDirectory(position: -3, directory: $path)', `${root}/Can`);
  t.strictSame(queueOf(rig), [paths[2], ...paths.slice(0, 2)]);
  t.equal(await code('mutation { playDirectory(path: "/etc", recurse: true) }'), 'OUTSIDE_LIBRARY');
  t.equal(await code('mutation { playTrack(path: "x.mp3") }'), 'NOT_ABSOLUTE');
  t.equal(await code(`mutation { playDirectory(path: ${JSON.stringify(root)}) }`), 'NOTHING_TO_PLAY');
});

t.test('the queue is made, filled, shuffled, started and cleared', async (t) => {
  const rig = await startGraphql(t);
  const { data, paths, ids, player } = rig;
  const { albums, tracks } = await ids();
  t.strictSame(
    await data('mutation ($tracks: [String!]!) { playlistCreate(name: "x", tracks: $tracks) }', {
      tracks: [` ${paths[2]} `],
    }),
    { playlistCreate: 0 },
  );
  t.equal(player.status().kind, 'stopped');
  t.strictSame(
    await data(
      `mutation ($album: String!, $tracks: [String!]!) {
        insertAlbum(albumId: $album, position: -3)
        insertTracks(playlistId: "current", position: 0, tracks: $tracks)
      }`,
      { album: albums[0], tracks: [paths[2]] },
    ),
    { insertAlbum: 1, insertTracks: 0 },
  );
  t.strictSame(queueOf(rig), [paths[2], paths[2], paths[0], paths[1]]);
  await data('mutation { playlistRemoveTrack(index: 0) playlistStart(startIndex: 1, elapsed: 500) }');
  const { playlistGetCurrent } = await data(`{
    playlistGetCurrent { amount index maxPlaylistSize firstIndex lastInsertPos seed lastShuffledStart
      tracks { id title albumArtist discnum genre } }
  }`);
  t.strictSame(playlistGetCurrent, {
    ...{
      amount: 3,
      index: 1,
      maxPlaylistSize: 10_000,
      firstIndex: 0,
      lastInsertPos: -1,
      seed: 0,
      lastShuffledStart: 0,
    },
    tracks: [
      { id: tracks[1], title: 'Isi', albumArtist: 'Neu!', discnum: 0, genre: 'Krautrock' },
      { id: tracks[0], title: 'Future Days', albumArtist: 'Can', discnum: 0, genre: 'Krautrock' },
      { id: tracks[2], title: 'Spray', albumArtist: 'Can', discnum: 0, genre: 'Krautrock' },
    ],
  });
  const { shufflePlaylist } = await data('mutation { shufflePlaylist }');
  t.equal(shufflePlaylist, player.queue().index);
  t.not(player.queue().seed, 0);
  t.strictSame(await data('mutation { playlistRemoveAllTracks }'), { playlistRemoveAllTracks: 0 });
  t.strictSame(queueOf(rig), [paths[0]]);
});

t.test('saved playlists and their folders', async (t) => {
  const rig = await startGraphql(t);
  const { data, paths, ids, code } = rig;
  const { tracks } = await ids();
  const { createPlaylistFolder: folder } = (await data(
    'mutation { createPlaylistFolder(name: "Evenings") { id name } }',
  )) as { createPlaylistFolder: { id: string } };
  const { createSavedPlaylist: made } = (await data(
    `mutation ($folder: String, $ids: [String!]) {
      createSavedPlaylist(name: "Slow", description: "d", folderId: $folder, trackIds: $ids)
        { id name description image folderId trackCount createdAt }
    }`,
    { folder: folder.id, ids: [tracks[1]] },
  )) as { createSavedPlaylist: { id: string; createdAt: number } };
  const facts = { name: 'Slow', description: 'd', image: null, folderId: folder.id, trackCount: 1 };
  t.strictSame(made, { id: made.id, ...facts, createdAt: made.createdAt });
  t.ok(Math.abs(made.createdAt - Date.now() / 1000) < 60);
  const id = { id: made.id };
  await data('mutation ($id: String!, $t: [String!]!) { addTracksToSavedPlaylist(playlistId: $id, trackIds: $t) }', {
    ...id,
    t: [tracks[0], tracks[2]],
  });
  await data('mutation ($id: String!, $t: String!) { removeTrackFromSavedPlaylist(playlistId: $id, trackId: $t) }', {
    ...id,
    t: tracks[0],
  });
  await data('mutation ($id: String!) { updateSavedPlaylist(id: $id, name: "Slower") }', id);
  t.strictSame(
    await data(
      `query ($id: String!, $folder: String) {
        savedPlaylists(folderId: $folder) { id } all: savedPlaylists { name }
        savedPlaylist(id: $id) { name description trackCount } none: savedPlaylist(id: "none") { id }
        savedPlaylistTracks(playlistId: $id) { title } savedPlaylistTrackIds(playlistId: $id)
        playlistFolders { name }
      }`,
      { ...id, folder: folder.id },
    ),
    {
      savedPlaylists: [],
      all: [{ name: 'Slower' }],
      savedPlaylist: { name: 'Slower', description: null, trackCount: 2 },
      none: null,
      savedPlaylistTracks: [{ title: 'Isi' }, { title: 'Spray' }],
      savedPlaylistTrackIds: [tracks[1], tracks[2]],
      playlistFolders: [{ name: 'Evenings' }],
    },
  );
  await data('mutation ($id: String!) { playSavedPlaylist(playlistId: $id) }', id);
  t.strictSame(queueOf(rig), [paths[2], paths[1]]);
  await data('mutation ($id: String!) { playPlaylist(playlistId: $id, position: 1) }', id);
  t.strictSame([queueOf(rig), rig.player.queue().index], [[paths[2], paths[1]], 1]);
  t.strictSame(await data('mutation ($id: String!) { insertPlaylist(playlistId: $id, position: 0) }', id), {
    insertPlaylist: '0',
  });
  t.equal(rig.player.queue().entries.length, 4);
  await data('mutation ($id: String!) { deleteSavedPlaylist(id: $id) }', id);
  await data('mutation ($id: String!) { deletePlaylistFolder(id: $id) }', { id: folder.id });
  t.strictSame(await data('{ savedPlaylists { id } playlistFolders { id } }'), {
    savedPlaylists: [],
    playlistFolders: [],
  });
  t.equal(await code('mutation { createSavedPlaylist(name: "") { id } }'), 'INVALID_BODY');
  t.equal(await code('mutation { playPlaylist(playlistId: "none") }'), 'UNKNOWN_ID');
});

t.test('smart playlists and counted plays', async (t) => {
  const rig = await startGraphql(t);
  const { data, paths, ids, code } = rig;
  const { tracks } = await ids();
  const rules = JSON.stringify({ conditions: [{ field: 'artist', operator: 'is', value: 'Neu!' }] });
  const { createSmartPlaylist: made } = (await data(
    'mutation ($rules: String!) { createSmartPlaylist(name: "N", rules: $rules) { id isSystem trackCount rules } }',
    { rules },
  )) as { createSmartPlaylist: { id: string; rules: string } };
  const id = { id: made.id };
  t.match(made, { isSystem: false, trackCount: 1 });
  t.match(JSON.parse(made.rules), JSON.parse(rules));
  await data('mutation ($id: String!, $rules: String!) { updateSmartPlaylist(id: $id, name: "M", rules: $rules) }', {
    ...id,
    rules,
  });
  t.strictSame(
    await data(
      `query ($id: String!) {
        smartPlaylist(id: $id) { name } none: smartPlaylist(id: "none") { id }
        smartPlaylistTracks(id: $id) { title } smartPlaylistTrackIds(id: $id)
      }`,
      id,
    ),
    {
      ...{ smartPlaylist: { name: 'M' }, none: null, smartPlaylistTracks: [{ title: 'Isi' }] },
      smartPlaylistTrackIds: [tracks[1]],
    },
  );
  const { smartPlaylists } = (await data('{ smartPlaylists { id isSystem } }')) as { smartPlaylists: unknown[] };
  t.equal(smartPlaylists.length, 14);
  await data('mutation ($id: String!) { playSmartPlaylist(id: $id) }', id);
  t.strictSame(queueOf(rig), [paths[2]]);
  await data('mutation ($id: String!) { playPlaylist(playlistId: $id) deleteSmartPlaylist(id: $id) }', id);
  t.equal(await code('mutation { deleteSmartPlaylist(id: "sys_90s_mix") }'), 'UNKNOWN_ID');
  const track = { id: tracks[0] };
  await data('mutation ($id: String!) { recordTrackPlayed(trackId: $id) recordTrackSkipped(trackId: $id) }', track);
  const { trackStats } = await data(
    'query ($id: String!) { trackStats(trackId: $id) { trackId playCount skipCount } }',
    track,
  );
  t.strictSame(trackStats, { trackId: tracks[0], playCount: 1, skipCount: 1 });
  t.strictSame(await data('{ trackStats(trackId: "never") { trackId } }'), { trackStats: null });
});

t.test('volume, outputs, sound, settings, Bluetooth and the scan', async (t) => {
  const { data, deps, ask, http } = await startGraphql(t);
  t.strictSame(await data('mutation { adjustVolume(steps: -5) }'), { adjustVolume: 35 });
  t.strictSame(
    await data('mutation { scanLibrary setDithering(enabled: true) setCrossfeed(type: 1, directGain: -20) }'),
    {
      ...{ scanLibrary: 0, setDithering: true, setCrossfeed: true },
    },
  );
  await data(
    'mutation { setEq(enabled: true, precut: 30, bands: [{ cutoff: 40, q: 7, gain: 10 }]) setAfr(mode: 0) setPbe(mode: 0) }',
  );
  await data('mutation ($s: NewGlobalSettings!) { saveSettings(settings: $s) }', {
    s: {
      ...{ repeatMode: 1, playlistShuffle: true, bass: 3, fadeInDelay: 1, balance: null },
      replaygainSettings: { noclip: true, type: 1, preamp: 0 },
    },
  });
  const { equaliser, tone, dithering, crossfade, replayGain, crossfeed } = deps.settings.read();
  t.match(
    { equaliser, tone, dithering, crossfade, replayGain, crossfeed },
    {
      equaliser: { enabled: true, precut: 3, bands: [{ cutoff: 40, gain: 1 }] },
      ...{ tone: { bass: 3 }, dithering: true, crossfade: { fadeInDelay: 1 }, replayGain: { source: 'album' } },
      crossfeed: { kind: 'meier', directGain: -2 },
    },
  );
  t.strictSame(deps.player.modes(), { ...deps.player.modes(), repeat: 'all', shuffle: true });
  const refused = await ask('mutation { saveSettings(settings: { surroundEnabled: 5 }) }');
  t.match(refused, {
    data: null,
    errors: [{ path: ['saveSettings'], extensions: { code: 'MEMBERS_REFUSED', status: 422 } }],
  });
  t.match(refused.errors?.[0]?.extensions['refused'], [{ member: 'surround_enabled' }]);
  t.match(await ask('mutation { connect(id: "none") }'), { errors: [{ extensions: { code: 'UNKNOWN_OUTPUT' } }] });
  t.strictSame(await data('mutation { disconnect(id: "builtin") }'), { disconnect: true });
  const scan = await ask('mutation { bluetoothScan(timeoutSecs: 1) { address } }');
  t.ok(Array.isArray(scan.data?.['bluetoothScan']), JSON.stringify(scan));
  t.match(await ask('mutation { bluetoothConnect(address: "x") }'), {
    errors: [{ extensions: { code: 'INVALID_BLUETOOTH_ADDRESS' } }],
  });
  t.strictSame(http.logged, []);
});
