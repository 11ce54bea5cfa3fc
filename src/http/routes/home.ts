/** Home: music to begin with, in one answer; not in rockboxd. */
import type { Library } from '../../library/library.js';
import type { RecordKey } from '../../library/store/records.js';
import { DAILY_MIX } from '../../playlists/smart/system-playlists.js';
import { JSON_TYPE } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { tagged } from '../etag.js';
import { type Route, routesOf, taggedAnswer, UNREADABLE } from '../route.js';
import { ALBUM } from '../wire/album.js';
import { HomeSchema } from '../wire/home.js';
import { TRACK } from '../wire/track.js';

const api = routesOf('/home', { tag: 'Home' });

export function homeRoutes({ library, version }: Pick<HttpDeps, 'library' | 'version'>): Route[] {
  let made: { readonly of: string; readonly body: Buffer } | undefined;
  return [
    api.get('', 'getHome', 'Get music to begin with', {
      description:
        'Changes with the library, likes, counted plays, and at midnight by the time zone of the box. The events ' +
        '`scan`, `likes` and `current_track` say when another answer may be due.',
      answers: taggedAnswer('The shelves.', HomeSchema),
      refusals: UNREADABLE,
      async handler(_input, ctx) {
        const now = new Date();
        const day = dayOf(now);
        const facts = [version, day, await library.revision(), library.likesRevision, library.statsRevision];
        if (tagged(ctx, facts) === undefined) return;
        const of = JSON.stringify(facts);
        if (made?.of !== of) made = { of, body: await homeJson(library, now, day) };
        ctx.set('Content-Type', JSON_TYPE);
        ctx.body = made.body;
      },
    }),
  ];
}

/** YYYY-MM-DD in the time zone of the box. */
function dayOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

async function homeJson(library: Library, now: Date, day: string): Promise<Buffer> {
  const shelves = await library.shelves.read(Math.floor(now.getTime() / 1000), day);
  const { unfinished } = shelves;
  const albums = (keys: readonly RecordKey[]): Promise<Buffer> => library.records('album', keys, ALBUM);
  const tracks = (keys: readonly RecordKey[]): Promise<Buffer> => library.records('track', keys, TRACK);
  const members: Readonly<Record<string, string | Buffer>> = {
    day: JSON.stringify(day),
    daily_mix: JSON.stringify(DAILY_MIX),
    unfinished: unfinished === undefined ? 'null' : await unfinishedJson(unfinished, albums, tracks),
    recently_played: await albums(shelves.recentlyPlayed),
    recently_added: await albums(shelves.recentlyAdded),
    rediscover: await albums(shelves.rediscover),
    liked_albums: await albums(shelves.likedAlbums),
    liked_tracks: await tracks(shelves.likedTracks),
  };
  return Buffer.from(
    `{${Object.entries(members)
      .map(([name, json]) => `"${name}":${json.toString()}`)
      .join()}}`,
  );
}

type Rows = (keys: readonly RecordKey[]) => Promise<Buffer>;

async function unfinishedJson(
  { album, track, index }: NonNullable<Awaited<ReturnType<Library['shelves']['read']>>['unfinished']>,
  albums: Rows,
  tracks: Rows,
): Promise<string> {
  const one = async (rows: Promise<Buffer>): Promise<string> => (await rows).subarray(1, -1).toString();
  const [known, next] = [await one(albums([album])), await one(tracks([track]))];
  // A scan may have taken them away meanwhile.
  return known === '' || next === '' ? 'null' : `{"album":${known},"track":${next},"index":${index}}`;
}
