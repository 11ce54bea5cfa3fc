/**
 * A small structured logger: one line a record on standard error, a child a room. INFO is what a person would care
 * about; DEBUG is for whoever looks for a fault. Under systemd each line carries its priority (`sd-daemon(3)`).
 */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The rooms that have a logger of their own; what belongs to none is of `tonearm`. */
export const LOG_ROOMS = [
  'tonearm',
  'airplay',
  'audio',
  'alarms',
  'bluetooth',
  'database',
  'devices',
  'discovery',
  'graphql',
  'http',
  'library',
  'listens',
  'lyrics',
  'mpd',
  'mpris',
  'mqtt',
  'network',
  'player',
  'playlists',
  'radio',
  'renderers',
  'settings',
  'snapcast',
  'system',
  'uploads',
  'upnp',
];

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** A logger whose records name the room that they come from. */
  child(room: string): Log;
}

/** User and password of an address, and what follows the `?` of one: tokens are handed over there. */
const CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"\\]*@/gi;
const QUERY = /(https?:\/\/[^\s?#"\\]*)\?[^\s"\\]*/gi;

/** A text whose addresses are shortened to what is no secret. */
export function withoutSecrets(text: string): string {
  return text.includes('://') ? text.replace(CREDENTIALS, '$1').replace(QUERY, '$1?…') : text;
}

export interface LogRecord {
  /** Unix milliseconds. */
  readonly at: number;
  readonly level: LogLevel;
  /** Room, message and fields on one line. */
  readonly text: string;
}

/** Records that are kept, and characters of each. */
const MOST_RECORDS = 500;
const LONGEST_RECORD = 1000;

/** The last records, for a report of a fault: a few hundred kilobytes at most. */
export class RecentLog {
  readonly #records: LogRecord[] = [];
  #next = 0;

  add(level: LogLevel, text: string): void {
    this.#records[this.#next] = { at: Date.now(), level, text: text.slice(0, LONGEST_RECORD) };
    this.#next = (this.#next + 1) % MOST_RECORDS;
  }

  /** The oldest first. */
  read(): LogRecord[] {
    return [...this.#records.slice(this.#next), ...this.#records.slice(0, this.#next)];
  }
}

const SYSLOG_PRIORITY: Readonly<Record<LogLevel, number>> = { error: 3, warn: 4, info: 6, debug: 7 };

function fieldText(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message);
  if (typeof value === 'string') return /^[\w./:@%+-]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return '"?"'; // a circle, or a bigint inside: a record is never worth an exception
  }
}

/** Room, message and fields on one line: whatever a tag or a path holds, it cannot forge a second record. */
function recordText(room: string, message: string, fields: LogFields): string {
  const text = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${fieldText(value)}`)
    .join('');
  // eslint-disable-next-line no-control-regex -- control characters are what is removed here
  return withoutSecrets(`${room}: ${message}${text}`.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '));
}

function headOf(level: LogLevel, journal: boolean): string {
  return journal ? `<${SYSLOG_PRIORITY[level]}>` : `${new Date().toISOString()} ${level.toUpperCase().padEnd(5)} `;
}

/**
 * A logger that drops what is below `level`. `write` receives one line without its end, and without
 * secrets.
 * @param rooms levels of single rooms, where they have another one
 * @param recent keeps the last records
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void,
  journal = false,
  rooms: Readonly<Record<string, LogLevel>> = {},
  room = 'tonearm',
  recent?: RecentLog,
): Log {
  const limit = LOG_LEVELS.indexOf((Object.hasOwn(rooms, room) ? rooms[room] : undefined) ?? level);
  const at =
    (own: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(own) > limit) return;
      const text = recordText(room, message, fields);
      recent?.add(own, text);
      write(headOf(own, journal) + text);
    };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    child: (name) => createLog(level, write, journal, rooms, name, recent),
  };
}
