/**
 * The configuration: read once from the environment and from `config.toml`, validated, frozen. No other file reads the
 * environment.
 *
 * A setting is taken from the environment, else from `config.toml` in the state directory, which a person may write, else
 * from `config.toml` where the service manager says (CONFIGURATION_DIRECTORY, systemd.exec(5)), which a system brings
 * along, else it has its default. A mistake counts wherever it is, also in a value that another one goes before.
 */
import { fstatSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { type ConfigFile, readConfigFile } from './config-file.js';
import { ConfigFileError, ConfigurationError } from './configuration-error.js';
import {
  isSettingName,
  type LogLevels,
  type NamedOutput,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValues,
  Unfit,
  variableOf,
} from './settings.js';

export { ConfigurationError };

export interface Config {
  readonly httpHost: string;
  readonly httpPort: number;
  /** Names under which the box may be called besides its own, in lower case. */
  readonly httpNames: readonly string[];
  /** Networks (address, or CIDR) whose clients are answered although they are neither near nor private. */
  readonly httpAllow: readonly string[];
  /** Port of the network folder, once it is switched on. */
  readonly webdavPort: number;
  /** Port of the MPD protocol; 0: it is not spoken. */
  readonly mpdPort: number;
  /** Port of GraphQL; 0: it is not served. */
  readonly graphqlPort: number;
  /** Port of the UPnP renderer; 0: there is none. */
  readonly upnpPort: number;
  /** Absolute paths of the library roots. */
  readonly libraryRoots: readonly string[];
  /** Folders below which a person may choose more library roots on the page; absolute. */
  readonly libraryBases: readonly string[];
  /** Where queue, volume and positions are kept. */
  readonly stateDirectory: string;
  /** Where the system has settings of its own, and the country of the radio; the first one goes before the others. */
  readonly systemDirectories: readonly string[];
  /** A folder in memory that outlives the process but not the power; undefined when there is none. */
  readonly runtimeDirectory: string | undefined;
  /** Folder of records that outlast a restart; undefined where nobody keeps them. */
  readonly logsDirectory: string | undefined;
  readonly alsaDevice: string;
  /** The device was named by hand: without it there is no sound, and no silent stand-in. */
  readonly alsaDeviceNamed: boolean;
  /** `card:control`, when named by hand. */
  readonly alsaMixer: { readonly card: string; readonly control: string } | undefined;
  /** PCMs that are outputs beside the sound cards. */
  readonly outputs: readonly NamedOutput[];
  /** Networks (address, or CIDR) that streams may come from although they are loopback or link-local. */
  readonly streamAllow: readonly string[];
  /** Address of the directory of radio stations; `""` when none is asked. */
  readonly radioDirectory: string;
  /** What the setting of this name is until a person sets it. */
  readonly resumeOnStart: boolean;
  /** Whether the box makes a Wi-Fi network of its own where it has none. */
  readonly hotspot: 'auto' | 'off';
  readonly hotspotPassword: string;
  /** Path of the terminal that shows the addresses of the box; undefined for none. */
  readonly screen: string | undefined;
  readonly logLevels: LogLevels;
  /** Seconds of playing in a second: 1, but for tests. */
  readonly timeFactor: number;
  /** The service manager that started the daemon (sd_notify(3)); `socket` is undefined when there is none. */
  readonly serviceManager: {
    readonly socket: string | undefined;
    readonly watchdogMicroseconds: number | undefined;
    /** Descriptors of sockets that it listens on for the daemon (sd_listen_fds(3)). */
    readonly listening: readonly number[];
  };
  /** Address of the system's message bus (dbus-daemon(1)); where the bus is may be anything, or nothing. */
  readonly systemBus: string;
  /** Address of the desktop's session bus; undefined where there is none. */
  readonly sessionBus: string | undefined;
  /** Standard error is the journal's: records carry their priority (sd-daemon(3)). */
  readonly journal: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const FILE = 'config.toml';
/** What was wrong with the file at the last start. Where nobody can read a log, it stands beside what it speaks of. */
const MISTAKE_FILE = 'config.mistake.txt';
/** Characters of a value that an error shows. */
const SHOWN = 100;

/** Where the bus is unless its variable says otherwise (D-Bus specification, "System message bus"). */
const SYSTEM_BUS = 'unix:path=/run/dbus/system_bus_socket';

/** The first descriptor that a service manager hands over (sd_listen_fds(3)). */
const FIRST_LISTENING = 3;

/** The variables may be meant for a parent process: LISTEN_PID says for whom. */
function listening(environment: Environment): readonly number[] {
  if (environment['LISTEN_PID'] !== String(process.pid)) return Object.freeze([]);
  const count = Number(environment['LISTEN_FDS']);
  if (!Number.isSafeInteger(count) || count < 0 || count > 16) return Object.freeze([]);
  return Object.freeze(Array.from({ length: count }, (_, at) => FIRST_LISTENING + at));
}

/** What an expectation that is not met becomes. */
function judge<Value>(read: () => Value, mistake: (expectation: string) => ConfigurationError): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unfit) throw mistake(error.message);
    throw error;
  }
}

/** A value of the file in one line, as JSON would write it. */
function shown(value: unknown): string {
  const plain = (part: unknown): unknown => (typeof part === 'bigint' ? Number(part) : part);
  const text =
    typeof value === 'bigint' || typeof value === 'number'
      ? String(value)
      : JSON.stringify(value, (_, part: unknown) => plain(part));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function valuesOf({ path, values, lineOf }: ConfigFile): Map<SettingName, unknown> {
  const read = new Map<SettingName, unknown>();
  for (const [key, value] of Object.entries(values)) {
    const mistake = (expectation: string): ConfigFileError => {
      const name = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
      return new ConfigFileError(path, lineOf(key), `${name} = ${shown(value)}: ${expectation}`);
    };
    if (!isSettingName(key)) throw mistake(`is no setting; there are ${SETTING_NAMES.join(', ')}`);
    read.set(
      key,
      judge(() => SETTINGS[key].fromFile(value), mistake),
    );
  }
  return read;
}

function valuesOfEnvironment(environment: Environment): Map<SettingName, unknown> {
  const variables = SETTING_NAMES.map(variableOf);
  const mistake = (variable: string, expectation: string): ConfigurationError =>
    new ConfigurationError(`${variable}=${JSON.stringify(environment[variable])}`, expectation);
  for (const name of Object.keys(environment)) {
    if (name.startsWith('TONEARM_') && !variables.includes(name)) {
      throw mistake(name, `is no setting; there are ${variables.join(', ')}`);
    }
  }
  const read = new Map<SettingName, unknown>();
  for (const name of SETTING_NAMES) {
    const variable = variableOf(name);
    const value = environment[variable] || undefined;
    if (value === undefined) continue;
    read.set(
      name,
      judge(
        () => SETTINGS[name].fromText(value),
        (expectation) => mistake(variable, expectation),
      ),
    );
  }
  return read;
}

function defaults(): Map<SettingName, unknown> {
  const read = new Map<SettingName, unknown>();
  for (const name of SETTING_NAMES) {
    const { fallback, fromText } = SETTINGS[name];
    if (fallback !== undefined) read.set(name, fromText(fallback.replace(/^~/, () => homedir())));
  }
  return read;
}

/** Found before the configuration file, which lies in this directory. */
function stateDirectoryOf(environment: Environment): string {
  const named = environment['TONEARM_STATE_DIR'] || undefined;
  const stateHome = environment['XDG_STATE_HOME'] || undefined;
  if (named === undefined && stateHome !== undefined) return resolve(stateHome, 'tonearm');
  return resolve(named ?? SETTINGS.state_dir.fallback.replace(/^~/, () => homedir()));
}

/** As the service manager hands them over (systemd.exec(5)). */
function systemDirectoriesOf(environment: Environment): readonly string[] {
  const directories = (environment['CONFIGURATION_DIRECTORY'] ?? '').split(':');
  return Object.freeze(directories.filter((directory) => directory !== ''));
}

/**
 * An empty variable counts as absent.
 * @param standardError device and inode of standard error, as `JOURNAL_STREAM` names them (systemd.exec(5))
 * @param files the one that goes before the others first
 * @throws ConfigurationError with the name of the setting and its value
 */
export function readConfig(environment: Environment, standardError = '', files: readonly ConfigFile[] = []): Config {
  const named = new Map(
    [...files.map(valuesOf).reverse(), valuesOfEnvironment(environment)].flatMap((map) => [...map]),
  );
  const values = Object.fromEntries([...defaults(), ...named]) as Partial<SettingValues> & Defaulted;
  const get = (name: string): string | undefined => environment[name] || undefined;
  return Object.freeze({
    httpHost: values.http_host,
    httpPort: values.http_port,
    httpNames: values.http_names ?? Object.freeze([]),
    httpAllow: values.http_allow ?? Object.freeze([]),
    webdavPort: values.webdav_port,
    mpdPort: values.mpd_port,
    graphqlPort: values.graphql_port,
    upnpPort: values.upnp_port,
    libraryRoots: values.library,
    libraryBases: values.library_bases,
    stateDirectory: stateDirectoryOf(environment),
    systemDirectories: systemDirectoriesOf(environment),
    // As the service manager hands them over (systemd.exec(5)).
    runtimeDirectory: get('RUNTIME_DIRECTORY'),
    logsDirectory: get('LOGS_DIRECTORY'),
    alsaDevice: values.alsa_device,
    alsaDeviceNamed: named.has('alsa_device'),
    alsaMixer: values.alsa_mixer,
    outputs: values.outputs ?? Object.freeze([]),
    streamAllow: values.stream_allow ?? Object.freeze([]),
    radioDirectory: values.radio_directory,
    resumeOnStart: values.resume_on_start,
    hotspot: values.hotspot,
    hotspotPassword: values.hotspot_password,
    screen: values.screen,
    logLevels: values.log_level,
    timeFactor: values.time_factor,
    serviceManager: {
      socket: get('NOTIFY_SOCKET'),
      watchdogMicroseconds: Number(get('WATCHDOG_USEC')) > 0 ? Number(get('WATCHDOG_USEC')) : undefined,
      listening: listening(environment),
    },
    systemBus: get('DBUS_SYSTEM_BUS_ADDRESS') ?? SYSTEM_BUS,
    sessionBus: get('DBUS_SESSION_BUS_ADDRESS'),
    // Inherited by a terminal, it names another stream than ours.
    journal: standardError !== '' && get('JOURNAL_STREAM') === standardError,
  });
}

/** Those that have a default always have a value. */
type Defaulted = {
  readonly [
    Name in SettingName as (typeof SETTINGS)[Name]['fallback'] extends string ? Name : never
  ]: SettingValues[Name];
};

/** The configuration of this process. @throws ConfigurationError */
export async function loadConfig(): Promise<Config> {
  const { dev, ino } = fstatSync(2);
  const { env } = process;
  const state = stateDirectoryOf(env);
  const mistakeFile = join(state, MISTAKE_FILE);
  try {
    const files: ConfigFile[] = [];
    for (const directory of [state, ...systemDirectoriesOf(env)]) {
      const file = await readConfigFile(join(directory, FILE));
      if (file !== undefined) files.push(file);
    }
    const config = readConfig(env, `${dev}:${ino}`, files);
    quietly(() => {
      rmSync(mistakeFile, { force: true });
    });
    return config;
  } catch (error) {
    if (error instanceof ConfigFileError) {
      quietly(() => {
        writeFileSync(mistakeFile, `${error.message}\n`, { mode: 0o644 });
      });
    }
    throw error;
  }
}

/** The word beside the file is a kindness: a directory that cannot be written is told of by whoever needs it. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // said above
  }
}
