/** The report for whoever looks for a fault. Its members are as their own routes have them, as far as there are such. */
import { count, text, textOrNull } from '../schema.js';
import { ScanSchema } from './scan.js';
import { SettingsSchema } from './settings-schema.js';

const numberOrNull = <const Text extends string>(description: Text) =>
  ({ type: ['integer', 'null'], description }) as const;

const VERSIONS = {
  tonearm: text('Of the daemon.'),
  node: text('Of Node.js.'),
  sqlite: textOrNull('Of SQLite; null while the database cannot be read.'),
  alsa_lib: textOrNull("Of Debian's package; null where there is none."),
  kernel: text('Of Linux.'),
} as const;

const MACHINE = {
  model: textOrNull('Of the board; null where the firmware does not say.'),
  system: textOrNull('Name of the distribution.'),
  architecture: text('As Node.js calls it.'),
  processors: count('How many.'),
  memory: count('Bytes.'),
  free_memory: count('Bytes.'),
  uptime: count('Seconds.'),
} as const;

const AUDIO = {
  device: textOrNull('PCM name of the output that was opened last; null before the first, with all of these.'),
  card: numberOrNull('ALSA card number, -1 for none.'),
  rate: numberOrNull('Frames a second.'),
  format: textOrNull('Format of the samples.'),
  period: numberOrNull('Frames.'),
  buffer: numberOrNull('Frames.'),
  problem: textOrNull('Why nothing can be heard; null while all is well.'),
} as const;

const LIBRARY = {
  roots: { type: 'array', items: text('Absolute path.') },
  tracks: numberOrNull('Of volumes that are there; null while the library cannot be read.'),
  albums: numberOrNull('The same of albums.'),
  artists: numberOrNull('The same of artists.'),
  genres: numberOrNull('The same of genres.'),
} as const;

const HEALTH = {
  name: text('The part.'),
  milliseconds: { type: 'number', minimum: 0, description: 'How long it took to answer.' },
  problem: textOrNull('Why it does not answer; null while all is well.'),
} as const;

const LOG = {
  at: count('Unix milliseconds.'),
  level: { type: 'string', enum: ['error', 'warn', 'info', 'debug'] },
  text: text('Room, message and fields.'),
} as const;

function members<const Properties extends object>(properties: Properties) {
  return { type: 'object', required: Object.keys(properties), properties } as const;
}

const PROPERTIES = {
  made_at: count('Unix seconds.'),
  versions: members(VERSIONS),
  machine: members(MACHINE),
  audio: members(AUDIO),
  health: { type: 'array', items: members(HEALTH), description: 'What was found now.' },
  queued: count('Entries of the live queue.'),
  configuration: { type: 'object', description: 'What the daemon was started with.' },
  settings: SettingsSchema,
  library: members(LIBRARY),
  scan: { anyOf: [ScanSchema, { type: 'null' }], description: 'The last one; null while the library cannot be read.' },
  metrics: text('As `GET /metrics`.'),
  events: { type: 'array', items: text('One event.'), description: 'The last events, shortened, the oldest first.' },
  log: { type: 'array', items: members(LOG), description: 'The last records, the oldest first.' },
} as const;

export const DiagnosticsSchema = {
  ...members(PROPERTIES),
  description: 'What helps to find a fault. Addresses are shortened to what is no secret.',
} as const;
