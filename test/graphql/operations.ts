/** What the operations of rockboxd's page are asked with, by the names of their variables, and of the operations themselves. */
import type { GraphqlRig } from './rig.js';

export type Variables = Readonly<Record<string, unknown>>;

/** Things that there are before the operations are sent. */
export interface Things {
  readonly track: string;
  readonly album: string;
  readonly artist: string;
  readonly genre: string;
  readonly playlist: string;
  readonly folder: string;
  readonly smart: string;
  readonly file: string;
  readonly root: string;
}

export const RULES = JSON.stringify({ conditions: [{ field: 'artist', operator: 'is', value: 'Can' }] });

export async function prepare({ data, ids, paths, root, player }: GraphqlRig): Promise<Things> {
  const { tracks, albums, artists, genres } = await ids();
  const [track = '', album = '', artist = '', genre = ''] = [tracks[0], albums[0], artists[0], genres[0]];
  const made = (await data(
    `mutation ($ids: [String!], $rules: String!) {
      createSavedPlaylist(name: "A", trackIds: $ids) { id }
      createPlaylistFolder(name: "F") { id }
      createSmartPlaylist(name: "S", rules: $rules) { id }
    }`,
    { ids: tracks, rules: RULES },
  )) as Record<string, { readonly id: string }>;
  await data('mutation ($t: String!, $a: String!) { likeTrack(id: $t) likeAlbum(id: $a) }', { t: track, a: album });
  await player.replaceQueue(paths);
  const [playlist = '', folder = '', smart = ''] = [
    ...['createSavedPlaylist', 'createPlaylistFolder', 'createSmartPlaylist'].map((name) => made[name]?.id ?? ''),
  ];
  return { track, album, artist, genre, playlist, folder, smart, file: paths[0] ?? '', root };
}

/** Values by the names of variables. */
export const valuesOf = (things: Things): Variables => ({
  ...{ albumId: things.album, artistId: things.artist, genreId: things.genre, trackId: things.track },
  ...{ playlistId: things.playlist, folderId: things.folder, trackIds: [things.track], tracks: [things.file] },
  ...{ path: things.root, directory: things.root, term: 'can', index: 0, position: 0, startIndex: 0, steps: -1 },
  ...{ elapsed: 0, offset: 0, newTime: 0, shuffle: false, recurse: true, name: 'New', description: 'd', image: null },
  ...{
    settings: { repeatMode: 1, playlistShuffle: false },
    rules: RULES,
    address: 'AA:BB:CC:DD:EE:FF',
    timeoutSecs: 1,
  },
});

/** What `id` is in an operation; null for a device. */
const IDS: readonly (readonly [name: RegExp, thing: keyof Things | 'builtin'])[] = [
  [/SmartPlaylist/, 'smart'],
  [/PlaylistFolder/, 'folder'],
  [/SavedPlaylist/, 'playlist'],
  [/Artist/, 'artist'],
  [/Genre/, 'genre'],
  [/Album/, 'album'],
  [/Device/, 'builtin'],
  [/Track/, 'track'],
];

/** Operations of the page that are sent with something else. */
const OTHERS: Readonly<Record<string, (things: Things) => Variables>> = {
  PlayTrack: ({ file }) => ({ path: file }),
  // With a position, only what lies in the folder itself would play.
  PlayDirectory: ({ root }) => ({ path: root, recurse: true, position: null }),
  DeleteSavedPlaylist: () => ({ id: 'none' }),
};

export function variablesOf(name: string, text: string, things: Things): Variables {
  const thing = IDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'builtin';
  const all = { ...valuesOf(things), id: thing === 'builtin' ? thing : things[thing], ...OTHERS[name]?.(things) };
  const declared = [...text.matchAll(/\$(\w+)\s*:/g)].map(([, each]) => each);
  return Object.fromEntries(Object.entries(all).filter(([each]) => declared.includes(each)));
}
