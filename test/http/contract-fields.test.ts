/** The contract's bodies of section 4 member by member: each title is a body and a member of it. */
import t from 'tap';
import { fallbackTag, type TrackTag } from '../../src/tags/track-tag.js';
import { milliseconds, sampleRateHz } from '../../src/units.js';
import { startRig } from './rig.js';

const PATH = '/music/album/song.mp3';

const TAG: TrackTag = {
  ...fallbackTag(PATH),
  title: 'Song',
  artist: 'Artist',
  album: 'Album',
  albumArtist: 'Album Artist',
  composer: 'Composer',
  genre: 'Jazz, Blues',
  trackNumber: 3,
  discNumber: 2,
  year: 1997,
  yearString: '1997-05-21',
  length: 181_234,
  fileSize: 4_567_890,
  bitrate: 201,
  sampleRate: 48_000,
};

/** As an entry of the queue tells it, and as the current track does, of which the decoder knows all but the length better. */
const MEMBERS: readonly [member: string, inQueue: unknown, current?: unknown][] = [
  ['path', PATH],
  ['title', 'Song'],
  ['artist', 'Artist'],
  ['album', 'Album'],
  ['albumartist', 'Album Artist'],
  ['composer', 'Composer'],
  ['genre_string', 'Jazz, Blues'],
  ['tracknum', 3],
  ['discnum', 2],
  ['year', 1997],
  ['year_string', '1997-05-21'],
  ['length', 181_234],
  ['elapsed', 0, 1234],
  ['filesize', 4_567_890],
  ['bitrate', 201, 192],
  ['frequency', 48_000, 44_100],
  ['id', null],
  ['album_id', null],
  ['artist_id', null],
  ['genre_id', null],
  ['album_art', null],
];

for (const [member, inQueue, current = inQueue] of MEMBERS) {
  t.test(`Mp3Entry: ${member}`, async (t) => {
    const { player, send } = await startRig(t, { tags: { read: async () => new Map([[PATH, TAG]]) } });
    player.hold([PATH, PATH]);
    player.kind = 'playing';
    player.elapsed = 1234;
    player.facts = { length: milliseconds(181_300), sampleRate: sampleRateHz(44_100), bitrate: 192 };
    const ask = async (path: string) => (await send('GET', path)).json as never;
    const { [member]: value } = (await ask('/player/current-track')) as Record<string, unknown>;
    t.equal(value, current, 'the current track');
    const { entries } = (await ask('/playlists/current')) as { entries: Record<string, unknown>[] };
    const following = (await ask('/player/next-track')) as Record<string, unknown>;
    const rows = (await ask('/playlists/current/tracks')) as Record<string, unknown>[];
    for (const entry of [entries[0], rows[1], following]) t.equal(entry?.[member], inQueue, 'an entry of the queue');
  });
}

t.test('Mp3Entry: an unknown text is "", an unknown number 0, and no member is missing', async (t) => {
  const { player, send } = await startRig(t);
  player.hold([PATH]);
  const [row] = (await send('GET', '/playlists/current/tracks')).json as Record<string, unknown>[];
  for (const [member, known] of MEMBERS) {
    const unknown = known === null ? null : typeof known === 'number' ? 0 : '';
    if (member !== 'path' && member !== 'title') t.equal(row?.[member], unknown, member);
  }
});

const FOUND_NOBODY = { status: 404, json: { code: 'NO_EXTERNAL_PLAYER' } };

for (const [member, good, bad] of [
  [
    'tracks',
    [{ tracks: [] }, { tracks: ['/a', 'http://x/'] }],
    [{}, { tracks: null }, { tracks: '/a' }, { tracks: [1] }],
  ],
  [
    'shuffle',
    [
      { tracks: [], shuffle: true },
      { tracks: [], shuffle: null },
    ],
    [{ tracks: [], shuffle: 1 }],
  ],
  ['directory: accepted and ignored', [{ tracks: [], directory: '/etc' }], []],
  ['album_id: accepted and ignored', [{ tracks: [], album_id: 'c1' }], []],
] as const) {
  t.test(`LoadTracks: ${member}`, async (t) => {
    const { send } = await startRig(t);
    for (const body of good) t.match(await send('PUT', '/player/load', { body }), FOUND_NOBODY, JSON.stringify(body));
    for (const body of bad) {
      const answer = await send('PUT', '/player/load', { body });
      t.match(answer, { status: 400, json: { code: 'INVALID_BODY' } }, JSON.stringify(body));
    }
  });
}

t.test('NewVolume: steps: required, 32 bits, clamped to min, max and volume_limit, and echoed', async (t) => {
  const { volume, send } = await startRig(t);
  for (const [steps, level] of [
    [5, 45],
    [-2_147_483_648, 0],
    [2_147_483_647, 100],
    [0, 100],
  ] as const) {
    const { status, json } = await send('PUT', '/player/volume', { body: { steps } });
    t.strictSame([status, json], [200, { steps }]);
    t.equal(volume.read().volume, level);
  }
  await volume.setLimit(70);
  t.strictSame((await send('PUT', '/player/volume', { body: { steps: 10 } })).json, { steps: 10 });
  t.equal(volume.read().volume, 70);
  for (const body of [{}, { steps: null }, { steps: 1.5 }, { steps: '1' }, { steps: 2_147_483_648 }]) {
    t.equal((await send('PUT', '/player/volume', { body })).status, 400, JSON.stringify(body));
  }
});
