/** A server on loopback that speaks the part of the interface of radio-browser.info that is asked for. */
import type { Test } from 'tap';
import { page, startWebSite, type WebSite } from './web-site.js';

/** As the interface has it; what is not said is as the directory may leave it. */
export interface Listed {
  readonly name: string;
  readonly stationuuid: string;
  readonly [member: string]: unknown;
}

export interface DirectoryServer extends WebSite {
  stations: Listed[];
  tags: { readonly name: unknown; readonly stationcount: unknown }[];
}

const ORDERS = ['votes', 'clickcount', 'clicktrend'];

export const uuid = (at: number): string => `96062a7b-0601-11e8-ae97-${at.toString(16).padStart(12, '0')}`;

export function listed(at: number, name: string, more: object = {}): Listed {
  return {
    ...{ changeuuid: uuid(at + 1000), stationuuid: uuid(at), serveruuid: null, name, votes: 0, clickcount: 1, hls: 0 },
    ...{ url: `http://radio.example/${at}.m3u`, url_resolved: `http://radio.example/${at}`, homepage: '', favicon: '' },
    ...{ tags: '', country: '', countrycode: '', language: '', codec: 'MP3', bitrate: 128, lastcheckok: 1 },
    ...more,
  };
}

export async function startDirectory(t: Test, stations: readonly Listed[] = []): Promise<DirectoryServer> {
  const site = await startWebSite(t);
  const server: DirectoryServer = Object.assign(site, { stations: [...stations], tags: [] });
  site.pages.set('/json/stations/search', (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const order = query.get('order') ?? '';
    const hasTag = (wanted: string | null) => (station: Listed) =>
      wanted === null || String(station['tags']).split(',').includes(wanted);
    const has = (member: string, wanted: string | null) => (station: Listed) =>
      wanted === null || String(station[member]).toLowerCase().includes(wanted.toLowerCase());
    const found = server.stations
      .filter(has('name', query.get('name')))
      .filter(query.get('tagExact') === 'true' ? hasTag(query.get('tag')) : has('tags', query.get('tag')))
      .filter(has('countrycode', query.get('countrycode')))
      .filter(has('language', query.get('language')))
      .filter(({ lastcheckok }) => query.get('hidebroken') !== 'true' || lastcheckok === 1)
      .sort((one, other) => Number(one[order]) - Number(other[order]));
    if (!ORDERS.includes(order)) found.length = 0;
    if (query.get('reverse') === 'true') found.reverse();
    const offset = Number(query.get('offset'));
    page('application/json', JSON.stringify(found.slice(offset, offset + Number(query.get('limit')))))(
      request,
      response,
    );
  });
  site.pages.set('/json/tags', (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const isInOrder = query.get('order') === 'stationcount' && query.get('reverse') === 'true';
    const some = isInOrder ? server.tags.slice(0, Number(query.get('limit'))) : [];
    page('application/json', JSON.stringify(some))(request, response);
  });
  for (let at = 0; at < 50; at++) {
    site.pages.set(`/json/url/${uuid(at)}`, page('application/json', '{"ok":true}'));
    site.pages.set(`/json/stations/byuuid/${uuid(at)}`, (request, response) => {
      const found = server.stations.filter(({ stationuuid }) => stationuuid === uuid(at));
      page('application/json', JSON.stringify(found))(request, response);
    });
  }
  return server;
}
