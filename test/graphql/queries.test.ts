/** Queries: everything of the schema that can be asked for. */
import t from 'tap';
import { startGraphql } from './rig.js';

t.test('the lists of the library, under names that the client chooses', async (t) => {
  const { data, paths, ids } = await startGraphql(t);
  const { tracks, albums, artists, genres } = await ids();
  const list = await data(
    `query Lists($long: Boolean!) {
    tracks { name: title length genre tracknum trackString albumArt @include(if: $long) comment @skip(if: $long) __typename }
    albums { ...A tracks { id } }
    artists { name image bio albums { id } }
    genres { name trackCount description tracks { id } }
  }
  fragment A on Album { id title artist year ... on Album { yearString copyrightMessage } }`,
    { long: true },
  );
  t.strictSame(list['tracks'], [
    {
      ...{ name: 'Future Days', length: 574_400, genre: 'Krautrock', tracknum: 1, trackString: '1', albumArt: null },
      __typename: 'Track',
    },
    {
      ...{ name: 'Isi', length: 306_000, genre: 'Krautrock', tracknum: 1, trackString: '1', albumArt: null },
      __typename: 'Track',
    },
    {
      ...{ name: 'Spray', length: 509_000, genre: 'Krautrock', tracknum: 2, trackString: '2', albumArt: null },
      __typename: 'Track',
    },
  ]);
  t.strictSame(list['albums'], [
    {
      ...{ id: albums[0], title: 'Future Days', artist: 'Can', year: 1973, yearString: '1973' },
      ...{ copyrightMessage: null, tracks: [] },
    },
    {
      ...{ id: albums[1], title: 'Neu! 75', artist: 'Neu!', year: 1975, yearString: '1975' },
      ...{ copyrightMessage: null, tracks: [] },
    },
  ]);
  t.strictSame(list['artists'], [
    { name: 'Can', image: null, bio: null, albums: [] },
    { name: 'Neu!', image: null, bio: null, albums: [] },
  ]);
  t.strictSame(list['genres'], [{ name: 'Krautrock', trackCount: 3, description: null, tracks: [] }]);
  const one = await data(
    `query One($album: String!, $artist: String!, $track: String!, $genre: String!) {
      album(id: $album) { title tracks { title } }
      artist(id: $artist) { name tracks { title } albums { title tracks { id } } }
      track(id: $track) { id path title elapsed filesize }
      genre(id: $genre) { name trackCount tracks { id } albums { title } artists { name } }
      genreTracks(id: $genre) { title } genreAlbums(id: $genre) { title } genreArtists(id: $genre) { name }
      none: album(id: "none") { id } nobody: artist(id: "none") { id } nothing: track(id: "none") { id }
    }`,
    { album: albums[0], artist: artists[1], track: tracks[0], genre: genres[0] },
  );
  t.strictSame(one, {
    album: { title: 'Future Days', tracks: [{ title: 'Future Days' }, { title: 'Spray' }] },
    artist: { name: 'Neu!', tracks: [{ title: 'Isi' }], albums: [{ title: 'Neu! 75', tracks: [] }] },
    track: { id: tracks[0], path: paths[0], title: 'Future Days', elapsed: 0, filesize: 1000 },
    genre: {
      ...{ name: 'Krautrock', trackCount: 3, tracks: tracks.map((id) => ({ id })) },
      ...{ albums: [{ title: 'Future Days' }, { title: 'Neu! 75' }], artists: [{ name: 'Can' }, { name: 'Neu!' }] },
    },
    genreTracks: [{ title: 'Future Days' }, { title: 'Isi' }, { title: 'Spray' }],
    genreAlbums: [{ title: 'Future Days' }, { title: 'Neu! 75' }],
    genreArtists: [{ name: 'Can' }, { name: 'Neu!' }],
    none: null,
    nobody: null,
    nothing: null,
  });
});

t.test('likes, rules and the search', async (t) => {
  const { data, ids, code } = await startGraphql(t);
  const { tracks, albums } = await ids();
  await data('mutation ($t: String!, $a: String!) { likeTrack(id: $t) likeAlbum(id: $a) }', {
    ...{ t: tracks[2], a: albums[1] },
  });
  const rules = JSON.stringify({ conditions: [{ field: 'artist', operator: 'is', value: 'Can' }] });
  t.strictSame(
    await data(
      `query ($rules: String!) {
        likedTracks { title } likedAlbums { title }
        filterAlbums(rules: $rules) { title } filterArtists(rules: $rules) { name }
        search(term: "spray") { tracks { title } albums { title } artists { name } likedTracks { id } likedAlbums { id } }
      }`,
      { rules },
    ),
    {
      likedTracks: [{ title: 'Spray' }],
      likedAlbums: [{ title: 'Neu! 75' }],
      filterAlbums: [{ title: 'Future Days' }],
      filterArtists: [{ name: 'Can' }],
      search: {
        ...{ tracks: [{ title: 'Spray' }], albums: [], artists: [] },
        ...{ likedTracks: [{ id: tracks[2] }], likedAlbums: [] },
      },
    },
  );
  await data('mutation ($t: String!, $a: String!) { unlikeTrack(id: $t) unlikeAlbum(id: $a) }', {
    ...{ t: tracks[2], a: albums[1] },
  });
  t.strictSame(await data('{ likedTracks { id } likedAlbums { id } }'), { likedTracks: [], likedAlbums: [] });
  t.equal(await code('{ filterAlbums(rules: "{") { id } }'), 'INVALID_BODY');
  t.equal(await code('{ filterAlbums(rules: "{\\"limit\\": \\"x\\"}") { id } }'), 'INVALID_BODY');
  t.equal(await code('mutation { likeTrack(id: "none") }'), 'UNKNOWN_ID');
});

t.test('folders, outputs, Bluetooth and the box itself', async (t) => {
  const { data, root, code, player, paths } = await startGraphql(t);
  await player.replaceQueue(paths);
  const box = await data(`{
    treeGetEntries { name attr customaction displayName }
    devices { id isCurrentDevice port } device(id: "builtin") { id service } noDevice: device(id: "none") { id }
    bluetoothDevices { address name paired trusted connected rssi }
    volume { volume min max } rockboxVersion
    globalStatus { resumeIndex resumeCrc32 resumeElapsed resumeOffset dircacheSize lastScreen }
    playlistAmount getFirstIndex getDisplayIndex status getFilePosition currentTrack { id } nextTrack { id }
  }`);
  t.strictSame(box['treeGetEntries'], [
    { name: `${root}/Can`, attr: 16, customaction: 0, displayName: null },
    { name: `${root}/Neu!`, attr: 16, customaction: 0, displayName: null },
  ]);
  t.match(box['devices'], [{ id: 'builtin', isCurrentDevice: true, port: 0 }]);
  t.strictSame(box['device'], { id: 'builtin', service: 'builtin' });
  t.strictSame(
    [box['noDevice'], box['rockboxVersion'], box['playlistAmount'], box['getFirstIndex'], box['getDisplayIndex']],
    [null, '1.2.3', 3, '0', '1'],
  );
  t.strictSame(box['volume'], { volume: 40, min: 0, max: 100 });
  t.strictSame([box['status'], box['getFilePosition'], box['currentTrack'], box['nextTrack']], [0, 0, null, null]);
  t.equal(await code('{ treeGetEntries(path: "/etc") { name } }'), 'OUTSIDE_LIBRARY');
  t.equal(await code('{ treeGetEntries(path: "upnp://") { name } }'), 'NOT_ABSOLUTE');
  for (const name of ['soundDefault', 'getPitch', 'getTrackInfo']) t.equal(await code(`{ ${name} }`), 'NOT_SUPPORTED');
});

t.test('the settings: those of the box, and those that only a portable player has', async (t) => {
  const { data } = await startGraphql(t);
  const { globalSettings } = await data(`{ globalSettings {
    volume repeatMode playlistShuffle shuffle crossfade crossfadeEnabled crossfeedEnabled singleMode playerName cmafHttpPort
    replaygainSettings { noclip type preamp } compressorSettings { threshold ratio } eqBandSettings { cutoff q gain }
    beep autoresumeEnable wpsFile depth3D
  } }`);
  const { eqBandSettings, ...rest } = globalSettings as { readonly eqBandSettings: readonly unknown[] };
  t.strictSame(eqBandSettings[0], { cutoff: 32, q: 7, gain: 0 });
  t.equal(eqBandSettings.length, 10);
  t.strictSame(rest, {
    ...{ volume: 40, repeatMode: 0, playlistShuffle: false, shuffle: false, crossfade: 0, crossfadeEnabled: 0 },
    ...{ crossfeedEnabled: false, singleMode: 0, playerName: '', cmafHttpPort: null },
    replaygainSettings: { noclip: false, type: 3, preamp: 0 },
    compressorSettings: { threshold: 0, ratio: 1 },
    ...{ beep: 0, autoresumeEnable: false, wpsFile: '', depth3D: 0 },
  });
});
