/** Radio stations on the wire. */
import { createHash } from 'node:crypto';
import { EDGES } from '../../library/covers/thumbnail-sets.js';
import { PRINTABLE } from '../../playlists/texts.js';
import { MOST_ROWS } from '../../radio/directory.js';
import type { DirectoryStation } from '../../radio/directory-station.js';
import {
  ADDRESS_LIMIT,
  CODEC_LIMIT,
  DIRECTORY_ID_LIMIT,
  HIGHEST_BITRATE,
  MOST_STATIONS,
  MOST_TAGS,
  NAME_LIMIT,
  type Station,
  TAG_LIMIT,
} from '../../radio/station.js';
import {
  count,
  countParameter,
  type IntegerParameter,
  listOf,
  named,
  type QueryParameters,
  record,
  text,
  textOrNull,
  textParameter,
  words,
} from '../schema.js';
import { toWire } from './names.js';

const ADDRESS = { type: ['string', 'null'], maxLength: ADDRESS_LIMIT } as const;

/** A station to add or to change. */
export const NewStationSchema = named('NewStation').object('What is left out, or null, is not known.', ['url'], {
  name: {
    type: ['string', 'null'],
    maxLength: NAME_LIMIT,
    pattern: PRINTABLE,
    description: 'Name; without one it is what was told of the stream, or the host of the address.',
  },
  url: words(ADDRESS_LIMIT, 'The http or https address of its stream, or of a playlist file that names it.'),
  logo: { ...ADDRESS, description: 'The http or https address of a picture.' },
  homepage: { ...ADDRESS, description: 'The http or https address of its page.' },
  tags: {
    type: ['array', 'null'],
    maxItems: MOST_TAGS,
    items: { type: 'string', minLength: 1, maxLength: TAG_LIMIT, pattern: PRINTABLE },
    description: 'What it plays, in words.',
  },
  codec: { type: ['string', 'null'], maxLength: CODEC_LIMIT, pattern: PRINTABLE, description: 'Such as `MP3`.' },
  bitrate: { type: ['integer', 'null'], minimum: 0, maximum: HIGHEST_BITRATE, description: 'In kbit/s.' },
  directory_id: {
    type: ['string', 'null'],
    maxLength: DIRECTORY_ID_LIMIT,
    pattern: PRINTABLE,
    description: 'Its id in the directory of stations, if it was found there.',
  },
});

const IMAGE =
  'Where its logo is served, in the sizes of covers: another address for another logo. Null when it has none.';
const PROPERTIES = {
  id: text('Names the station for good.'),
  name: text('Name.'),
  url: text('Address of its stream: what the queue takes.'),
  logo: textOrNull('Address of its logo, outside: `image` is what a page shows.'),
  image: textOrNull(IMAGE),
  homepage: textOrNull('Address of its page.'),
  tags: listOf(text('A word.'), 'What it plays.'),
  codec: text('Such as `MP3`; `""` when unknown.'),
  bitrate: count('In kbit/s; 0 when unknown.'),
  directory_id: textOrNull('Its id in the directory of stations.'),
  created_at: count('When it was added, in Unix seconds.'),
  updated_at: count('When it was last changed, in Unix seconds.'),
} as const;

export const StationSchema = named('Station').record('', PROPERTIES);

export const StationsSchema = {
  type: 'array',
  maxItems: MOST_STATIONS,
  items: StationSchema,
  description: 'In the order that the person gave them.',
} as const;

export const StationMoveSchema = record('', {
  position: { ...count('Its index among all of them afterwards.'), format: 'int32' },
});

export const DirectoryStationSchema = named('DirectoryStation').record(
  'A station as the directory tells of it. An unknown text is `""`, an unknown number 0.',
  {
    id: text('Its id in the directory: the `directory_id` of a station that is kept.'),
    name: PROPERTIES.name,
    url: PROPERTIES.url,
    logo: PROPERTIES.logo,
    image: PROPERTIES.image,
    homepage: PROPERTIES.homepage,
    tags: PROPERTIES.tags,
    codec: PROPERTIES.codec,
    bitrate: PROPERTIES.bitrate,
    country: text('Name of its country.'),
    country_code: text('Two letters of ISO 3166-1.'),
    language: text('Its languages.'),
    votes: count('How many people like it, as the directory counts them.'),
  },
);

export const DirectoryStationsSchema = { type: 'array', maxItems: MOST_ROWS, items: DirectoryStationSchema } as const;

const part = (description: string) => textParameter(200, description);
const number = (value: number, description: string) => countParameter(description, value);

export const DIRECTORY_QUERY = {
  q: part('A part of the name.'),
  tag: part('A part of what it plays.'),
  country: { ...part('Two letters of ISO 3166-1, such as `DE`.'), maxLength: 2 },
  language: part('Such as `german`.'),
  limit: number(50, `How many at most; more than ${MOST_ROWS} are never told at once.`),
  offset: number(0, 'How many are passed over, as the directory counts them.'),
} as const satisfies QueryParameters;

export const LOGO_QUERY = {
  size: countParameter(`Pixels of the longer side at most, rounded up to ${EDGES.join(', ')}.`, 320),
} as const satisfies Record<string, IntegerParameter>;

/** Browsers keep what they have fetched from an address: a logo from elsewhere is another one. */
function imageOf(path: string, logo: string | null): string | null {
  return logo && `${path}/logo?v=${createHash('sha1').update(logo).digest('hex').slice(0, 8)}`;
}

export const toStation = (station: Station) =>
  toWire(StationSchema, { ...station, image: imageOf(`/radio/stations/${station.id}`, station.logo) });

export const toDirectoryStation = ({ id, countryCode, ...station }: DirectoryStation) => ({
  id,
  ...station,
  image: imageOf(`/radio/directory/${id}`, station.logo),
  country_code: countryCode,
});
