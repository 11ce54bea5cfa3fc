import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import t from 'tap';

import { ERROR_CODES } from '../../src/http/error-codes.js';
import { description } from './described.js';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** They know codes of others only. */
const ELSEWHERE = /^(?:remote|client|docs)\//;

/** Upper snake case that is no code of an error: of the environment, Node, SQLite, ALSA and tags, and names of constants. */
const NO_CODE = new RegExp(
  '^(?:TONEARM|XDG|DBUS|HPE|ERR|EAI|SQLITE|AVAHI|REPLAYGAIN|MUSICBRAINZ|S(?:16|24|32))_' +
    '|^(?:NOTIFY_SOCKET|WATCHDOG_USEC|JOURNAL_STREAM|CONFIGURATION_DIRECTORY|RUNTIME_DIRECTORY|LOGS_DIRECTORY|LISTEN_PID|LISTEN_FDS)$' +
    '|^(?:METADATA_BLOCK_PICTURE|ALBUM_ARTIST|NO_TRACK)$' +
    '|^(?:NO_MEDIA_PRESENT|PAUSED_PLAYBACK|ERROR_OCCURRED|NOT_IMPLEMENTED|TRACK_NR|REL_TIME|ABS_TIME)$',
);

/** Codes that no client of the interface gets. */
const INSIDE = [
  // The daemon does not start.
  ...['ADDRESS_IN_USE', 'ADDRESS_NOT_AVAILABLE', 'LISTEN_FAILED', 'INVALID_NETWORK'],
  // `GET /system/discovery` and `GET /health` have the text.
  ...['NAME_TAKEN', 'NOT_PUBLISHED', 'NO_DNS_SD', 'NO_ANSWER'],
  // The log has the text.
  'NO_AIRPLAY_PROGRAM',
  // An MPD client has the text.
  'TOO_MANY_STICKERS',
  // They tell what happened, and refuse nothing.
  'NO_READABLE_TAGS',
  // A code of the YAML library; the report on the card has words for it.
  'BAD_ALIAS',
  ...['STATE_RESTORED', 'STATE_BEFORE_UPDATE', 'STATE_FROM_BACKUP', 'STATE_SALVAGED', 'STATE_LOST'],
  // D-Bus has other names for errors.
  ...['INVALID_VOLUME', 'RATE_NOT_SUPPORTED', 'UNKNOWN_LOOP_STATUS'],
];

/** Texts in upper snake case, and whatever is given to an error as its code. */
function codesIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
  const snake = [...code.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)];
  const thrown = [...code.matchAll(/(?:\bnew [A-Z]\w*|\bsuper)\(\s*'([A-Z]{3,})'/g)];
  return [...snake, ...thrown].map(([, name = '']) => name).filter((name) => !NO_CODE.test(name));
}

const found = new Map<string, string>();
for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(file) || ELSEWHERE.test(file) || file === 'http/error-codes.ts') continue;
  for (const code of codesIn(readFileSync(SOURCE + file, 'utf8'))) found.set(code, file);
}

t.test('every code of the source is in the table, or is known to stay inside', async (t) => {
  for (const [code, file] of found) t.ok(code in ERROR_CODES || INSIDE.includes(code), `${code} of src/${file}`);
});

t.test('the table has no code that the source does not have', async (t) => {
  const gone = [...Object.keys(ERROR_CODES), ...INSIDE].filter((code) => !found.has(code) && code !== 'AMBIGUOUS');
  t.strictSame(gone, []);
});

t.test('the API document has each code with its meaning and what a client can do', async (t) => {
  const { 'x-error-codes': codes } = description();
  t.strictSame(codes, ERROR_CODES);
  for (const [code, { meaning, remedy }] of Object.entries(ERROR_CODES)) {
    t.match(meaning, /^[A-Z`].*\.$/, code);
    t.match(remedy, /^[A-Z`].*\.$/, code);
  }
});
