/** Status, volume and the bodies of the player's routes on the wire. */
import type { PlaybackKind, PlaybackStatus, StartPosition } from '../../playback/types.js';
import type { VolumeReading } from '../../volume/mapping.js';
import { byteOffset, milliseconds } from '../../units.js';
import { booleanOrNull, count, int32, type IntegerParameter, listOf, named, percent, record, text } from '../schema.js';

export const AudioStatusSchema = named('AudioStatus').object('', ['status'], {
  status: { type: 'integer', enum: [0, 1, 3], description: '0 stopped, 1 playing, 3 paused.' },
  output_problem: record('Present only while the output is in trouble; it is tried again.', {
    code: text('Stable, upper snake case.'),
    detail: text('A sentence for people.'),
  }),
});

export const VolumeInfoSchema = named('VolumeInfo').object(
  "In the output's own steps: of its hardware mixer, or whole dB from -80 to 0 without one.",
  ['volume', 'min', 'max'],
  {
    volume: int32('The present level.'),
    min: int32('The lowest.'),
    max: int32('The highest.'),
    percent: percent(
      'Its place on a slider that is even to the ear; by steps where the control does not know its decibels.',
    ),
    decibels: { type: 'number', description: 'What the control does to the sound; absent where it does not know.' },
    limit: int32('The loudest step that is allowed (`volume_limit`); absent where that is the highest.'),
    limit_percent: percent('Its place on the slider.'),
  },
);

export const NewVolumeSchema = named('NewVolume').record('', {
  steps: int32('Steps to move by: positive is louder, negative quieter; clamped to the range.'),
});

export const VolumeLevelSchema = named('VolumeLevel').schema({
  type: 'object',
  description: 'Either of the two.',
  properties: {
    level: int32(
      "The level to go to, in the output's own steps from `min` to `max`; the limit where it is above that.",
    ),
    percent: percent('The place to go to on a slider that is even to the ear: to the step that is nearest.'),
  },
});

export const LoadTracksSchema = named('LoadTracks').object('', ['tracks'], {
  tracks: listOf({ type: 'string' }, 'Paths or http(s) URLs.'),
  shuffle: booleanOrNull('Whether to shuffle them.'),
});

export const FilePositionSchema = count('Byte position in the file of what is heard now; 0 when stopped.');

/** Where to start, in milliseconds or bytes; elapsed wins when it is not 0. */
export const PLAY_QUERY = {
  elapsed: {
    type: 'integer',
    format: 'int64',
    default: 0,
    description: 'Position to start at, in milliseconds; a negative one is 0.',
  },
  offset: {
    type: 'integer',
    format: 'int64',
    default: 0,
    description: 'Byte position to start at, a negative one is 0; counts when `elapsed` is 0.',
  },
} as const satisfies Record<string, IntegerParameter>;

export const SEEK_QUERY = {
  newtime: {
    type: 'integer',
    format: 'int32',
    description: 'Position in milliseconds; a negative one counts from the end of the track.',
  },
} as const satisfies Record<string, IntegerParameter>;

/** Nothing begins before its beginning: a negative position is 0. */
export function toStartPosition({ elapsed, offset }: Record<'elapsed' | 'offset', number>): StartPosition {
  return { elapsed: milliseconds(Math.max(0, elapsed)), offset: byteOffset(Math.max(0, offset)) };
}

const STATUS_NUMBER: Readonly<Record<PlaybackKind, 0 | 1 | 3>> = { stopped: 0, playing: 1, paused: 3 };

export function toAudioStatus({ kind, outputProblem }: PlaybackStatus) {
  const status = STATUS_NUMBER[kind];
  if (outputProblem === undefined) return { status };
  return { status, output_problem: { code: outputProblem.code, detail: outputProblem.detail } };
}

export function toVolumeInfo({ volume, min, max, percent, decibels, limit, limitPercent }: VolumeReading) {
  return {
    volume,
    min,
    max,
    ...(percent === undefined ? {} : { percent }),
    ...(decibels === undefined ? {} : { decibels }),
    ...(limit === undefined ? {} : { limit, limit_percent: limitPercent }),
  };
}
