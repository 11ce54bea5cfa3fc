/** The report for whoever looks for a fault. Its members are as their own routes have them, as far as there are such. */
import { count, integerOrNull, listOf, named, orNull, record, text, textOrNull } from '../schema.js';
import { ScanSchema } from './scan.js';
import { SettingsSchema } from './settings-schema.js';

export const DiagnosticsSchema = named('Diagnostics').record(
  'What helps to find a fault. Addresses are shortened to what is no secret.',
  {
    made_at: count('Unix seconds.'),
    versions: record('', {
      tonearm: text('Of the daemon.'),
      node: text('Of Node.js.'),
      sqlite: textOrNull('Of SQLite; null while the database cannot be read.'),
      alsa_lib: textOrNull("Of Debian's package; null where there is none."),
      kernel: text('Of Linux.'),
    }),
    machine: record('', {
      model: textOrNull('Of the board; null where the firmware does not say.'),
      system: textOrNull('Name of the distribution.'),
      architecture: text('As Node.js calls it.'),
      processors: count('How many.'),
      memory: count('Bytes.'),
      free_memory: count('Bytes.'),
      uptime: count('Seconds.'),
    }),
    audio: record('', {
      device: textOrNull('PCM name of the output that was opened last; null before the first, with all of these.'),
      card: integerOrNull('ALSA card number, -1 for none.'),
      rate: integerOrNull('Frames a second.'),
      format: textOrNull('Format of the samples.'),
      period: integerOrNull('Frames.'),
      buffer: integerOrNull('Frames.'),
      problem: textOrNull('Why nothing can be heard; null while all is well.'),
    }),
    health: listOf(
      record('', {
        name: text('The part.'),
        milliseconds: { type: 'number', minimum: 0, description: 'How long it took to answer.' },
        problem: textOrNull('Why it does not answer; null while all is well.'),
      }),
      'What was found now.',
    ),
    queued: count('Entries of the live queue.'),
    configuration: { type: 'object', description: 'What the daemon was started with.' },
    settings: SettingsSchema,
    library: record('', {
      roots: listOf(text('Absolute path.')),
      tracks: integerOrNull('Of volumes that are there; null while the library cannot be read.'),
      albums: integerOrNull('The same of albums.'),
      artists: integerOrNull('The same of artists.'),
      genres: integerOrNull('The same of genres.'),
    }),
    scan: orNull(ScanSchema, 'The last one; null while the library cannot be read.'),
    metrics: text('As `GET /metrics`.'),
    events: listOf(text('One event.'), 'The last events, shortened, the oldest first.'),
    log: listOf(
      record('', {
        at: count('Unix milliseconds.'),
        level: { type: 'string', enum: ['error', 'warn', 'info', 'debug'] },
        text: text('Room, message and fields.'),
      }),
      'The last records of the daemon, the oldest first.',
    ),
    kept_log: orNull(
      listOf(text('One line: a record, or the begin or the orderly stop of a start.')),
      'Records of this start and earlier ones on the disk of the appliance, the oldest first, 256 KiB at most: warnings of ' +
        'all programs, and what the daemon logged. The newest ten minutes may be missing. Null where nobody keeps them.',
    ),
  },
);
