/**
 * The configuration: read once from the environment, validated, frozen. No other file reads the environment.
 */
import { fstatSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { LOG_LEVELS, LOG_ROOMS, type LogLevel } from '../log.js';

export interface Config {
  readonly httpHost: string;
  readonly httpPort: number;
  /** Absolute paths of the library roots. */
  readonly libraryRoots: readonly string[];
  /** Where queue, volume and positions are kept. */
  readonly stateDirectory: string;
  readonly alsaDevice: string;
  /** The device was named by hand: without it there is no sound, and no silent stand-in. */
  readonly alsaDeviceNamed: boolean;
  /** `card:control`, when named by hand. */
  readonly alsaMixer: { readonly card: string; readonly control: string } | undefined;
  /** Networks (address, or CIDR) that streams may come from although they are loopback or link-local. */
  readonly streamAllow: readonly string[];
  /** Of each room that has one of its own; `tonearm` is that of all others. */
  readonly logLevels: Readonly<Record<string, LogLevel>> & { readonly tonearm: LogLevel };
  /** The service manager that started the daemon (sd_notify(3)); `socket` is undefined when there is none. */
  readonly serviceManager: {
    readonly socket: string | undefined;
    readonly watchdogMicroseconds: number | undefined;
    /** Descriptors of sockets that it listens on for the daemon (sd_listen_fds(3)). */
    readonly listening: readonly number[];
  };
  /** Standard error is the journal's: records carry their priority (sd-daemon(3)). */
  readonly journal: boolean;
}

/** Fires at start when a variable has an impossible value. A retry helps once it was corrected. */
export class ConfigurationError extends Error {
  constructor(variable: string, value: string, expectation: string) {
    super(`${variable}=${JSON.stringify(value)}: ${expectation}`);
    this.name = 'ConfigurationError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function port(name: string, value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65535) {
    throw new ConfigurationError(name, value, 'must be a port number from 0 to 65535 (0 picks a free one)');
  }
  return number;
}

/** `info,audio=debug`: one for all, and others for single rooms. */
function levels(name: string, value: string): Config['logLevels'] {
  const known = (text: string): LogLevel => {
    const found = LOG_LEVELS.find((candidate) => candidate === text);
    if (found === undefined) throw new ConfigurationError(name, value, `must be one of ${LOG_LEVELS.join(', ')}`);
    return found;
  };
  const found: Record<string, LogLevel> & { tonearm: LogLevel } = { tonearm: 'info' };
  for (const part of value.split(',')) {
    const [room = '', text] = part.includes('=') ? part.split(/=(.*)/s) : ['tonearm', part];
    if (!LOG_ROOMS.includes(room)) {
      throw new ConfigurationError(name, value, `a level belongs to all, or to one of ${LOG_ROOMS.join(', ')}`);
    }
    found[room] = known(text ?? '');
  }
  return Object.freeze(found);
}

function mixer(name: string, value: string): Config['alsaMixer'] {
  const colon = value.lastIndexOf(':');
  if (colon <= 0 || colon === value.length - 1) {
    throw new ConfigurationError(name, value, 'must be card:control, such as hw:0:Digital');
  }
  return Object.freeze({ card: value.slice(0, colon), control: value.slice(colon + 1) });
}

function roots(name: string, value: string): readonly string[] {
  const paths = value.split(':').filter((path) => path !== '');
  if (paths.length === 0) throw new ConfigurationError(name, value, 'must name at least one directory');
  return Object.freeze(paths.map((path) => resolve(path)));
}

function isNetwork(text: string): boolean {
  const [, address = '', length = '0'] = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128);
}

function networks(name: string, value: string): readonly string[] {
  const listed = value.split(',').map((network) => network.trim());
  if (!listed.every(isNetwork)) {
    throw new ConfigurationError(name, value, 'must be networks separated by commas, such as 127.0.0.0/8,fe80::/10');
  }
  return Object.freeze(listed);
}

const SETTINGS = new Set([
  'TONEARM_HTTP_HOST',
  'TONEARM_HTTP_PORT',
  'TONEARM_LIBRARY',
  'TONEARM_STATE_DIR',
  'TONEARM_ALSA_DEVICE',
  'TONEARM_ALSA_MIXER',
  'TONEARM_STREAM_ALLOW',
  'TONEARM_LOG_LEVEL',
]);

/** The first descriptor that a service manager hands over (sd_listen_fds(3)). */
const FIRST_LISTENING = 3;

/** The variables may be meant for a parent process: LISTEN_PID says for whom. */
function listening(environment: Environment): readonly number[] {
  if (environment['LISTEN_PID'] !== String(process.pid)) return Object.freeze([]);
  const count = Number(environment['LISTEN_FDS']);
  if (!Number.isSafeInteger(count) || count < 0 || count > 16) return Object.freeze([]);
  return Object.freeze(Array.from({ length: count }, (_, at) => FIRST_LISTENING + at));
}

/**
 * An empty variable counts as absent.
 * @param standardError device and inode of standard error, as `JOURNAL_STREAM` names them (systemd.exec(5))
 * @throws ConfigurationError with the name of the variable and its value
 */
export function readConfig(environment: Environment, standardError = ''): Config {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (name.startsWith('TONEARM_') && !SETTINGS.has(name)) {
      throw new ConfigurationError(name, value, `is no setting; there are ${[...SETTINGS].join(', ')}`);
    }
  }
  const get = (name: string): string | undefined => environment[name] || undefined;
  const read = <Value>(name: string, fallback: string, parse: (name: string, value: string) => Value): Value =>
    parse(name, get(name) ?? fallback);
  const stateHome = get('XDG_STATE_HOME') ?? join(homedir(), '.local', 'state');
  const alsaMixer = get('TONEARM_ALSA_MIXER');
  const streamAllow = get('TONEARM_STREAM_ALLOW');
  return Object.freeze({
    httpHost: get('TONEARM_HTTP_HOST') ?? '0.0.0.0',
    httpPort: read('TONEARM_HTTP_PORT', '6063', port),
    libraryRoots: read('TONEARM_LIBRARY', join(homedir(), 'Music'), roots),
    stateDirectory: resolve(get('TONEARM_STATE_DIR') ?? join(stateHome, 'tonearm')),
    alsaDevice: get('TONEARM_ALSA_DEVICE') ?? 'default',
    alsaDeviceNamed: get('TONEARM_ALSA_DEVICE') !== undefined,
    alsaMixer: alsaMixer === undefined ? undefined : mixer('TONEARM_ALSA_MIXER', alsaMixer),
    streamAllow: streamAllow === undefined ? Object.freeze([]) : networks('TONEARM_STREAM_ALLOW', streamAllow),
    logLevels: read('TONEARM_LOG_LEVEL', 'info', levels),
    serviceManager: {
      socket: get('NOTIFY_SOCKET'),
      watchdogMicroseconds: Number(get('WATCHDOG_USEC')) > 0 ? Number(get('WATCHDOG_USEC')) : undefined,
      listening: listening(environment),
    },
    // Inherited by a terminal, it names another stream than ours.
    journal: standardError !== '' && get('JOURNAL_STREAM') === standardError,
  });
}

/** The configuration of this process. @throws ConfigurationError */
export function loadConfig(): Config {
  const { dev, ino } = fstatSync(2);
  return readConfig(process.env, `${dev}:${ino}`);
}
