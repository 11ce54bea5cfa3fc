/** Radio stations on the wire. */
import { createHash } from 'node:crypto';
import { EDGES } from '../../library/covers/thumbnail-sets.js';
import { PRINTABLE } from '../../playlists/texts.js';
import { MOST_ROWS } from '../../radio/directory.js';
import type { DirectoryStation } from '../../radio/directory-station.js';
import * as stations from '../../radio/station.js';
import * as schema from '../schema.js';
import { toWire } from './names.js';

const ADDRESS = { type: ['string', 'null'], maxLength: stations.ADDRESS_LIMIT } as const;

/** A station to add or to change. */
export const NewStationSchema = schema.named('NewStation').object('What is left out, or null, is not known.', ['url'], {
  name: {
    type: ['string', 'null'],
    maxLength: stations.NAME_LIMIT,
    pattern: PRINTABLE,
    description: 'Name; without one it is what was told of the stream, or the host of the address.',
  },
  url: schema.words(
    stations.ADDRESS_LIMIT,
    'The http or https address of its stream, or of a playlist file that names it.',
  ),
  logo: { ...ADDRESS, description: 'The http or https address of a picture.' },
  homepage: { ...ADDRESS, description: 'The http or https address of its page.' },
  tags: {
    type: ['array', 'null'],
    maxItems: stations.MOST_TAGS,
    items: { type: 'string', minLength: 1, maxLength: stations.TAG_LIMIT, pattern: PRINTABLE },
    description: 'What it plays, in words.',
  },
  codec: {
    type: ['string', 'null'],
    maxLength: stations.CODEC_LIMIT,
    pattern: PRINTABLE,
    description: 'Such as `MP3`.',
  },
  bitrate: { type: ['integer', 'null'], minimum: 0, maximum: stations.HIGHEST_BITRATE, description: 'In kbit/s.' },
  directory_id: {
    type: ['string', 'null'],
    maxLength: stations.DIRECTORY_ID_LIMIT,
    pattern: PRINTABLE,
    description: 'Its id in the directory of stations, if it was found there.',
  },
});

const IMAGE =
  'Where its logo is served, in the sizes of covers: another address for another logo. Null when it has none.';
const PROPERTIES = {
  id: schema.text('Names the station for good.'),
  name: schema.text('Name.'),
  url: schema.text('Address of its stream: what the queue takes.'),
  logo: schema.textOrNull('Address of its logo, outside: `image` is what a page shows.'),
  image: schema.textOrNull(IMAGE),
  homepage: schema.textOrNull('Address of its page.'),
  tags: schema.listOf(schema.text('A word.'), 'What it plays.'),
  codec: schema.text('Such as `MP3`; `""` when unknown.'),
  bitrate: schema.count('In kbit/s; 0 when unknown.'),
  directory_id: schema.textOrNull('Its id in the directory of stations.'),
  created_at: schema.count('When it was added, in Unix seconds.'),
  updated_at: schema.count('When it was last changed, in Unix seconds.'),
} as const;

export const StationSchema = schema.named('Station').record('', PROPERTIES);

export const StationsSchema = {
  type: 'array',
  maxItems: stations.MOST_STATIONS,
  items: StationSchema,
  description: 'In the order that the person gave them.',
} as const;

export const RecentStationsSchema = {
  type: 'array',
  maxItems: stations.MOST_RECENT,
  items: schema.named('RecentStation').record('A station that was heard lately, saved or not.', {
    name: PROPERTIES.name,
    url: PROPERTIES.url,
    image: PROPERTIES.image,
    tags: PROPERTIES.tags,
    codec: PROPERTIES.codec,
    bitrate: PROPERTIES.bitrate,
    directory_id: PROPERTIES.directory_id,
    saved_id: schema.textOrNull('Its id among the saved stations; null for one that is not saved.'),
    played_at: schema.count('When it began to sound last, in Unix seconds.'),
  }),
  description: 'The last one first.',
} as const;

export const StationMoveSchema = schema.record('', {
  position: { ...schema.count('Its index among all of them afterwards.'), format: 'int32' },
});

export const DirectoryStationSchema = schema
  .named('DirectoryStation')
  .record('A station as the directory tells of it. An unknown text is `""`, an unknown number 0.', {
    id: schema.text('Its id in the directory: the `directory_id` of a station that is kept.'),
    name: PROPERTIES.name,
    url: PROPERTIES.url,
    logo: PROPERTIES.logo,
    image: PROPERTIES.image,
    homepage: PROPERTIES.homepage,
    tags: PROPERTIES.tags,
    codec: PROPERTIES.codec,
    bitrate: PROPERTIES.bitrate,
    country: schema.text('Name of its country.'),
    country_code: schema.text('Two letters of ISO 3166-1.'),
    language: schema.text('Its languages.'),
    votes: schema.count('How many people like it, as the directory counts them.'),
  });

export const DirectoryStationsSchema = { type: 'array', maxItems: MOST_ROWS, items: DirectoryStationSchema } as const;

const part = (description: string) => schema.textParameter(200, description);
const number = (value: number, description: string) => schema.countParameter(description, value);

export const DIRECTORY_QUERY = {
  q: part('A part of the name.'),
  tag: part('A part of what it plays.'),
  whole_tag: { type: 'boolean', default: false, description: 'The tag must be this one: `rap` finds no `therapy`.' },
  country: { ...part('Two letters of ISO 3166-1, such as `DE`.'), maxLength: 2 },
  near: {
    type: 'boolean',
    default: false,
    description: 'Stations of the country of the box, by its time zone; where that tells none, those of `country`.',
  },
  language: part('Such as `german`.'),
  order: {
    type: 'string',
    enum: ['votes', 'clicks', 'trend'],
    maxLength: 10,
    default: 'votes',
    description: 'The most liked first, by default; or those that were played most lately, or more and more.',
  },
  limit: number(50, `How many at most; more than ${MOST_ROWS} are never told at once.`),
  offset: number(0, 'How many are passed over, as the directory counts them.'),
} as const satisfies schema.QueryParameters;

export const TAGS_QUERY = {
  limit: number(50, `How many at most; more than ${MOST_ROWS} are never told at once.`),
} as const satisfies schema.QueryParameters;

export const DirectoryTagsSchema = {
  type: 'array',
  maxItems: MOST_ROWS,
  items: schema.named('DirectoryTag').record('', {
    name: schema.text('The tag, such as `jazz`.'),
    stations: schema.count('How many stations have it.'),
  }),
  description: 'The one that most stations have first.',
} as const;

export const LOGO_QUERY = {
  size: schema.countParameter(`Pixels of the longer side at most, rounded up to ${EDGES.join(', ')}.`, 320),
} as const satisfies Record<string, schema.IntegerParameter>;

/** Browsers keep what they have fetched from an address: a logo from elsewhere is another one. */
function imageOf(path: string, logo: string | null): string | null {
  return logo && `${path}/logo?v=${createHash('sha1').update(logo).digest('hex').slice(0, 8)}`;
}

export const toStation = (station: stations.Station) =>
  toWire(StationSchema, { ...station, image: imageOf(`/radio/stations/${station.id}`, station.logo) });

export const toDirectoryStation = ({ id, countryCode, ...station }: DirectoryStation) => ({
  id,
  ...station,
  image: imageOf(`/radio/directory/${id}`, station.logo),
  country_code: countryCode,
});

export const toRecentStation = ({ savedId, ...station }: stations.RecentStation) => {
  const { logo, directoryId } = station;
  const path = savedId !== null ? `/radio/stations/${savedId}` : directoryId && `/radio/directory/${directoryId}`;
  const image = path ? imageOf(path, logo) : null;
  return toWire(RecentStationsSchema.items, { ...station, image, savedId });
};
