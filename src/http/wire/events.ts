/** The server-sent events on the wire: what each `event` carries as its `data`. */
import type { Player } from '../../playback/player.js';
import type { PlaybackStatus, QueueSnapshot, SkippedTrack, StreamFacts } from '../../playback/types.js';
import * as schema from '../schema.js';
import { BluetoothStateSchema } from './bluetooth.js';
import { DeviceSchema } from './device.js';
import { toWire } from './names.js';
import { type Mp3Entry, Mp3EntrySchema } from './mp3-entry.js';
import { AudioStatusSchema, toAudioStatus, VolumeInfoSchema } from './player.js';
import { ScanProgressSchema } from './scan.js';
import type { toSettings } from './settings.js';
import { SettingsSchema } from './settings-schema.js';
import { RingingAlarmSchema } from './timers/alarms.js';
import { SleepTimerSchema } from './timers/sleep-timer.js';

/** What its decoder and people know of the current track, beyond its entry. */
const CURRENT_PROPERTIES = {
  is_liked: schema.booleanOrNull('Whether somebody likes it; null of what is no track of the library.'),
  bits_per_sample: schema.integerOrNull(
    'Of the integer samples of its file; null where there are none, or nobody knows.',
  ),
  channels: schema.integerOrNull('In its file; null while nobody knows.'),
} as const;

const CurrentTrackSchema = schema.orNull(
  {
    ...Mp3EntrySchema,
    description: 'The entry, and what else is known of the track.',
    required: [...Mp3EntrySchema.required, ...Object.keys(CURRENT_PROPERTIES)],
    properties: { ...Mp3EntrySchema.properties, ...CURRENT_PROPERTIES },
  },
  'As `GET /player/current-track`, with 0 for `elapsed`: `position` tells that. Null when stopped.',
);

const StatusSchema = {
  ...AudioStatusSchema,
  description: 'As `GET /player/status`, and how the sound card was opened last.',
  required: [...AudioStatusSchema.required, 'opened'],
  properties: {
    ...AudioStatusSchema.properties,
    opened: schema.orNull(
      schema.record('What the sound card was asked for.', {
        rate: schema.count('Frames a second.'),
        format: schema.text('Of the samples: `S16`, `S24`, `S24_3` (three bytes each) or `S32`.'),
      }),
      'Null before the first.',
    ),
  },
} as const;

const QueueStateSchema = schema.record('The live queue without its entries: `GET /playlists/current` has those.', {
  revision: schema.text('Another one whenever the entries are others; compare it for equality only.'),
  amount: schema.count('Entries.'),
  index: schema.count('The current entry; 0 when the queue is empty.'),
  first_index: schema.count('The entry that is logically first.'),
  seed: schema.int32('Seed of the last shuffle; 0 when not shuffled.'),
  resume_index: schema.int32('The entry that `PUT /playlists/resume-track` goes on with; -1 when there is none.'),
});

const SettingsStateSchema = schema.record(
  'As `GET /settings`, without the volume.',
  Object.fromEntries(Object.entries(SettingsSchema.properties).filter(([name]) => name !== 'volume')),
);

const PositionSchema = schema.record(
  'Where the current track is. While it plays, a client counts on from here by its own clock.',
  {
    elapsed: schema.count('Position of what is heard, in milliseconds; 0 when stopped.'),
    at: schema.count("When that was, in milliseconds of the daemon's own monotonic clock, whose zero means nothing."),
  },
);

const PlaylistsSchema = schema.record(
  'The saved and the smart playlists, and their folders: `GET /saved-playlists` and its like have them.',
  { revision: schema.text('Another one whenever one of them is another; compare it for equality only.') },
);

const RadioSchema = schema.record(
  'The saved radio stations and those that were heard lately: `GET /radio/stations` and `GET /radio/recent` have them.',
  { revision: schema.text('Another one whenever one of them is another; compare it for equality only.') },
);

const AlarmsStateSchema = schema.record('The alarms: `GET /alarms` has them.', {
  revision: schema.text('Another one whenever one of them may be another; compare it for equality only.'),
  ringing: schema.orNull(RingingAlarmSchema, 'What rings or is snoozed; null while nothing does.'),
});

const LikesSchema = schema.record(
  'What people like: `GET /likes/tracks` and `GET /likes/albums` have it, `POST /likes/among` asks for some.',
  { revision: schema.count('Counts the changes of likes, one by one, from another number after every start.') },
);

const SkippedSchema = schema.record('A track could not be played, or its rest could not.', {
  path: schema.text('Absolute path of the file, or the URL of a stream.'),
  code: schema.text('Stable, upper snake case.'),
  reason: schema.text('For people.'),
  started: schema.boolean('Whether only its rest was left out.'),
});

/** What stays as it is until something changes it: these events have ids, and are replayed. */
export const STATE_SCHEMAS = {
  status: StatusSchema,
  current_track: CurrentTrackSchema,
  queue: QueueStateSchema,
  volume: schema.orNull(VolumeInfoSchema, 'Null while the mixer does not answer.'),
  settings: SettingsStateSchema,
  playlists: PlaylistsSchema,
  radio: RadioSchema,
  alarms: AlarmsStateSchema,
  likes: LikesSchema,
  devices: schema.listOf(DeviceSchema, 'As `GET /devices`.'),
} as const;

/** What moves on by itself: only the present one is worth anything, so that these have no ids. */
export const MOVING_SCHEMAS = {
  position: PositionSchema,
  sleep_timer: SleepTimerSchema,
  scan: ScanProgressSchema,
  bluetooth: BluetoothStateSchema,
} as const;

export type StateName = keyof typeof STATE_SCHEMAS;
export type MovingName = keyof typeof MOVING_SCHEMAS;
export type PartName = StateName | MovingName;

export const STATE_NAMES = Object.keys(STATE_SCHEMAS) as readonly StateName[];
export const MOVING_NAMES = Object.keys(MOVING_SCHEMAS) as readonly MovingName[];

export function isMoving(name: PartName): name is MovingName {
  return name in MOVING_SCHEMAS;
}

const PARTS = { ...STATE_SCHEMAS, ...MOVING_SCHEMAS } as const;

export const EventSnapshotSchema = schema
  .named('EventSnapshot')
  .record('Everything that the other events tell, as it is now.', PARTS);

function eventSchema(event: string, data: object) {
  return schema.object('', ['event', 'data'], { event: { const: event }, data });
}

/** One event of the stream. */
export const EventSchema = schema.named('Event').schema({
  description: 'An event by its name; `data` is JSON on one line.',
  oneOf: [
    eventSchema('snapshot', EventSnapshotSchema),
    ...Object.entries(PARTS).map(([event, data]) => eventSchema(event, data)),
    eventSchema('track_skipped', SkippedSchema),
  ],
});

/** The stream: a text, and what it says as the sequence of its events. */
export const EventsSchema = {
  type: 'string',
  description: 'Fields of events line by line (WHATWG HTML, "Server-sent events").',
  contentMediaType: 'text/event-stream',
  contentSchema: schema.listOf(EventSchema),
};

/** @param isLiked null where nobody can like it */
export function toCurrentTrack(entry: Mp3Entry, isLiked: boolean | null, facts: StreamFacts | undefined) {
  return {
    ...entry,
    elapsed: 0,
    is_liked: isLiked,
    bits_per_sample: facts?.bitsPerSample ?? null,
    channels: facts?.channels ?? null,
  };
}

/** @param opened how the sound card was opened last */
export function toStatusState(
  status: PlaybackStatus,
  opened: { readonly rate: number; readonly format: string } | undefined,
) {
  return { ...toAudioStatus(status), opened: opened ? { rate: opened.rate, format: opened.format } : null };
}

export function toQueueState(queue: QueueSnapshot, revision: string, resumePoint: ReturnType<Player['resumePoint']>) {
  const amount = queue.entries.length;
  return toWire(QueueStateSchema, { ...queue, revision, amount, resumeIndex: resumePoint?.index ?? -1 });
}

export function toSettingsState(settings: ReturnType<typeof toSettings>) {
  return { ...settings, volume: undefined };
}

export function toSkippedTrack({ location, code, reason, started }: SkippedTrack) {
  return { path: location, code, reason, started };
}
