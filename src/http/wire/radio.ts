/** Radio stations on the wire. */
import { EDGES } from '../../library/covers/covers.js';
import { PRINTABLE } from '../../playlists/texts.js';
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
import { count, type IntegerParameter, text, textOrNull } from '../schema.js';

const ADDRESS = { type: ['string', 'null'], maxLength: ADDRESS_LIMIT } as const;

/** Of a station that is kept, or is to be. */
export const NewStationSchema = {
  type: 'object',
  description: 'What is left out, or null, is not known.',
  required: ['url'],
  properties: {
    name: {
      type: ['string', 'null'],
      maxLength: NAME_LIMIT,
      pattern: PRINTABLE,
      description: 'Name; without one it is what was told of the stream, or the host of the address.',
    },
    url: {
      type: 'string',
      maxLength: ADDRESS_LIMIT,
      description: 'The http or https address of its stream, or of a playlist file that names it.',
    },
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
  },
} as const;

const IMAGE = 'Where its logo is served, in the sizes of covers; null when it has none.';
const PROPERTIES = {
  id: text('Names the station for good.'),
  name: text('Name.'),
  url: text('Address of its stream: what the queue takes.'),
  logo: textOrNull('Address of its logo, outside: `image` is what a page shows.'),
  image: textOrNull(IMAGE),
  homepage: textOrNull('Address of its page.'),
  tags: { type: 'array', items: text('A word.'), description: 'What it plays.' },
  codec: text('Such as `MP3`; `""` when unknown.'),
  bitrate: count('In kbit/s; 0 when unknown.'),
  directory_id: textOrNull('Its id in the directory of stations.'),
  created_at: count('When it was added, in Unix seconds.'),
  updated_at: count('When it was last changed, in Unix seconds.'),
} as const;

export const StationSchema = { type: 'object', required: Object.keys(PROPERTIES), properties: PROPERTIES } as const;

export const StationsSchema = {
  type: 'array',
  maxItems: MOST_STATIONS,
  items: StationSchema,
  description: 'In the order that the person gave them.',
} as const;

export const StationMoveSchema = {
  type: 'object',
  required: ['position'],
  properties: { position: { ...count('Its index among all of them afterwards.'), format: 'int32' } },
} as const;

export const LOGO_QUERY = {
  size: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: 320,
    description: `Pixels of the longer side at most, rounded up to ${EDGES.join(', ')}.`,
  },
} as const satisfies Record<string, IntegerParameter>;

export const toStation = (station: Station) => ({
  id: station.id,
  name: station.name,
  url: station.url,
  logo: station.logo,
  image: station.logo === null ? null : `/radio/stations/${station.id}/logo`,
  homepage: station.homepage,
  tags: station.tags,
  codec: station.codec,
  bitrate: station.bitrate,
  directory_id: station.directoryId,
  created_at: station.createdAt,
  updated_at: station.updatedAt,
});
