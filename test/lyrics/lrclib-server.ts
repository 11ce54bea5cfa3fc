/** A server on loopback that answers `GET /api/get` as lrclib.net/docs says. */
import type { Test } from 'tap';
import { page, startWebSite, type WebSite } from '../radio/web-site.js';

export interface LrclibServer extends WebSite {
  /** By artist and title, separated by a slash. */
  readonly songs: Map<
    string,
    { readonly syncedLyrics?: unknown; readonly plainLyrics?: unknown; readonly [other: string]: unknown }
  >;
}

const MISSING = { code: 404, name: 'TrackNotFound', message: 'Failed to find specified track' };

export async function startLrclib(t: Test): Promise<LrclibServer> {
  const site = await startWebSite(t);
  const server: LrclibServer = Object.assign(site, { songs: new Map() as LrclibServer['songs'] });
  site.pages.set('/api/get', (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const [artist, title] = [query.get('artist_name'), query.get('track_name')];
    const song = server.songs.get(`${artist}/${title}`);
    const facts = { id: 7, trackName: title, artistName: artist, albumName: query.get('album_name'), duration: 100 };
    const answer = { ...facts, instrumental: false, plainLyrics: null, syncedLyrics: null, ...song };
    const found = song === undefined ? ([MISSING, 404] as const) : ([answer, 200] as const);
    const [json, status] = artist && title ? found : ([{ message: 'missing field' }, 400] as const);
    page('application/json', JSON.stringify(json), status)(request, response);
  });
  return server;
}
