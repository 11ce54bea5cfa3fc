/** What a client says of a radio station, judged, and with a name. */
import { InvalidInput } from '../errors.js';
import { cleanText } from '../tags/track-tag.js';
import { isWebAddress, NAME_LIMIT, type StationFacts } from '../radio/station.js';
import type { HttpDeps } from './deps.js';
import type { Static } from './schema.js';
import type { NewStationSchema } from './wire/radio.js';

/** @throws InvalidInput UNSUPPORTED_URL, STREAM_ADDRESS_FORBIDDEN */
export async function stationFacts(
  body: Static<typeof NewStationSchema>,
  { streams, library }: Pick<HttpDeps, 'streams' | 'library'>,
): Promise<StationFacts> {
  const url = streams.examine(body.url.trim());
  if (url instanceof InvalidInput) throw wrong(url.code, 'url', url.message);
  return {
    name: body.name?.trim() || (await nameOf(url, library)),
    url,
    logo: webAddress('logo', body.logo),
    homepage: webAddress('homepage', body.homepage),
    tags: body.tags ?? [],
    codec: body.codec?.trim() ?? '',
    bitrate: body.bitrate ?? 0,
    directoryId: body.directory_id ?? null,
  };
}

/** What a client told of the stream, else its host. */
async function nameOf(url: string, library: HttpDeps['library']): Promise<string> {
  const [known] = await library.streamsAt([url]);
  const name = cleanText(known?.title) || new URL(url).hostname;
  // Never half a character.
  return name.slice(0, NAME_LIMIT).replace(/[\ud800-\udbff]$/, '');
}

function webAddress(member: string, address: string | null | undefined): string | null {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '') return null;
  if (!isWebAddress(trimmed)) throw wrong('UNSUPPORTED_URL', member, 'must be an http or https address');
  return trimmed;
}

function wrong(code: string, member: string, message: string): InvalidInput {
  return new InvalidInput(code, `${member}: ${message}`, [{ path: `/${member}`, message }]);
}
