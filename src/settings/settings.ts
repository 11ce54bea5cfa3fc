/**
 * What a person has set and the player does not hold itself: the sound, how tags are understood, and the box. In force at once, durable when the
 * change is acknowledged. Thread: main.
 */
import { SOUND_OFF, type SoundSettings } from '../dsp/sound-settings.js';
import { StateNotSaved } from '../errors.js';
import { Listeners } from '../listeners.js';
import { DEFAULT_TAG_RULES, type TagRules } from '../tags/tag-rules.js';
import type { Log } from '../log.js';
import { milliseconds } from '../units.js';
import type { SettingsStore } from './settings-store.js';

export interface ListenBrainzSettings {
  readonly enabled: boolean;
  /** A secret; `""` for none. */
  readonly token: string;
  /** Where the API is: http or https. */
  readonly address: string;
}

export interface LastFmSettings {
  readonly enabled: boolean;
  /** What Last.fm knows a program by: a person has to ask for it; `""` for none. */
  readonly apiKey: string;
  /** A secret that belongs to the key, and is never sent; `""` for none. */
  readonly secret: string;
  /** A secret: the account that was connected with this key at this address; `""` for none. */
  readonly session: string;
  /** Name of that account. */
  readonly user: string;
  /** Where the API 2.0 is: http or https. */
  readonly address: string;
}

/** Home Assistant by MQTT. */
export interface MqttSettings {
  readonly enabled: boolean;
  /** Address of the broker: `mqtt://host`, or `mqtts://host` for TLS, with or without a port; `""` for none. */
  readonly address: string;
  /** `""` for none. */
  readonly user: string;
  /** A secret that belongs to the address; `""` for none. */
  readonly password: string;
  /** Topic below which Home Assistant looks for devices. */
  readonly discoveryPrefix: string;
}

/** Where lyrics are looked for that no file has. */
export interface LyricsSettings {
  readonly isOnline: boolean;
  /** Where LRCLIB is, or another server with its interface: http or https. */
  readonly address: string;
}

export interface SettingsRecord extends SoundSettings, TagRules {
  /** Absolute path inside a library root; `""` for the first of them. */
  readonly musicDirectory: string;
  /** Folders that a person has made library roots, and folders of the library that are left out; absolute. */
  readonly libraryFolders: readonly string[];
  readonly ignoredFolders: readonly string[];
  /** Music from computers by WebDAV. `secret` is what is kept of its password; `""` for none. */
  readonly networkFolder: { readonly enabled: boolean; readonly secret: string };
  /** MPD clients may connect. */
  readonly mpdServer: boolean;
  /** GraphQL clients may connect. */
  readonly graphqlServer: boolean;
  /** UPnP controllers may play to the box. */
  readonly upnpRenderer: boolean;
  /** Programs of multi-room that run on the box: the server to which it plays, and the client that plays a server. */
  readonly snapcastServer: boolean;
  readonly snapcastClient: boolean;
  /** Host name or address of the server that the client plays; `""`: that of the box, or one that it finds. */
  readonly snapcastHost: string;
  /** How the box is called by name; `""` for its host name. */
  readonly playerName: string;
  /** What it is called in addresses, without `.local`: a label of a domain name; `""` for the machine's own. */
  readonly hostName: string;
  /** More host names to answer to, in lower case, besides those of the configuration. */
  readonly httpNames: readonly string[];
  /** The output that was chosen, and what it was called. */
  readonly audioOutput: { readonly id: string; readonly name: string };
  /** Id of the sound card of the box that was played on last. */
  readonly cardOutput: string;
  /** Play on at the built-in output when the one that was chosen is lost. */
  readonly outputFallback: boolean;
  /** What played when the daemon ended plays on after a start, from the position that was kept. */
  readonly resumeOnStart: boolean;
  /** Each daily backup is copied to a USB stick, where the box can do that. */
  readonly backupToStick: boolean;
  /** Phones may play here over Bluetooth. */
  readonly bluetoothReception: boolean;
  /** Whom to tell what is listened to. */
  readonly listenBrainz: ListenBrainzSettings;
  readonly lastFm: LastFmSettings;
  readonly mqtt: MqttSettings;
  readonly lyrics: LyricsSettings;
  /** Address of the channel file of updates; `""` contacts none. */
  readonly updateUrl: string;
  /** Look there once a day whether there is a new version. */
  readonly updateCheck: boolean;
  /** Seconds that playing goes back when it resumes after a pause, 0 to 15, and after a stop, 0 to 60. */
  readonly pauseRewind: number;
  readonly resumeRewind: number;
  /** Values that change nothing here: kept for the clients that set them. Named as on the wire. */
  readonly forClients: {
    readonly party_mode: boolean;
    readonly surround_balance: number;
    readonly surround_fx1: number;
    readonly surround_fx2: number;
    readonly surround_mix: number;
    readonly surround_method2: boolean;
    readonly pbe_precut: number;
    readonly volume_adjust_norm_steps: number;
    readonly compressor: {
      readonly makeup_gain: number;
      readonly ratio: number;
      readonly knee: number;
      readonly release_time: number;
      readonly attack_time: number;
    };
  };
}

export const DEFAULT_SETTINGS: SettingsRecord = Object.freeze({
  ...SOUND_OFF,
  ...DEFAULT_TAG_RULES,
  musicDirectory: '',
  libraryFolders: Object.freeze([]),
  ignoredFolders: Object.freeze([]),
  networkFolder: Object.freeze({ enabled: false, secret: '' }),
  mpdServer: true,
  graphqlServer: true,
  upnpRenderer: true,
  snapcastServer: false,
  snapcastClient: false,
  snapcastHost: '',
  playerName: '',
  hostName: '',
  httpNames: Object.freeze([]),
  audioOutput: Object.freeze({ id: 'builtin', name: '' }),
  cardOutput: 'builtin',
  outputFallback: false,
  resumeOnStart: false,
  bluetoothReception: false,
  backupToStick: false,
  listenBrainz: Object.freeze({ enabled: false, token: '', address: 'https://api.listenbrainz.org' }),
  lastFm: Object.freeze({
    ...{ enabled: false, apiKey: '', secret: '', session: '', user: '' },
    address: 'https://ws.audioscrobbler.com/2.0/',
  }),
  mqtt: Object.freeze({ enabled: false, address: '', user: '', password: '', discoveryPrefix: 'homeassistant' }),
  lyrics: Object.freeze({ isOnline: false, address: 'https://lrclib.net' }),
  updateUrl: '',
  updateCheck: false,
  pauseRewind: 0,
  resumeRewind: 0,
  forClients: Object.freeze({
    party_mode: false,
    surround_balance: 35,
    surround_fx1: 3400,
    surround_fx2: 320,
    surround_mix: 50,
    surround_method2: false,
    pbe_precut: -25,
    volume_adjust_norm_steps: 50,
    compressor: Object.freeze({ makeup_gain: 1, ratio: 1, knee: 1, release_time: 500, attack_time: 5 }),
  }),
});

export type SettingsListener = (now: SettingsRecord, before: SettingsRecord) => void;

export class Settings {
  readonly #listeners = new Listeners<Parameters<SettingsListener>>();
  #now: SettingsRecord;
  /** Members that are in force, and of which it is not known whether the disk has them. */
  readonly #unsaved = new Set<keyof SettingsRecord>();

  constructor(
    private readonly store: Pick<SettingsStore, 'load' | 'save'>,
    private readonly log: Log,
    /** What holds where nothing was set: a box may bring along its own. */
    readonly defaults: SettingsRecord = DEFAULT_SETTINGS,
  ) {
    this.#now = defaults;
  }

  /** Brings back what was set. Never rejects: what cannot be read stands at its default, and is kept as it is. */
  async load(): Promise<void> {
    try {
      this.#now = withStored(await this.store.load(), this.defaults);
    } catch (error) {
      this.log.error('not readable (defaults are in force)', { error });
    }
  }

  /**
   * What is stored is another record than what was set here: brings it into force, but for members that are still being
   * saved. @throws Error when it cannot be read
   */
  async reload(): Promise<void> {
    const stored = withStored(await this.store.load(), this.defaults);
    const pending = [...this.#unsaved].map((name) => [name, this.#now[name]]);
    this.#set({ ...stored, ...(Object.fromEntries(pending) as Partial<SettingsRecord>) });
  }

  read(): SettingsRecord {
    return this.#now;
  }

  /**
   * Sets these members together; a part of the sound is replaced as a whole. Values must be in their ranges already.
   * Without members it only saves what could not be saved before. What is not changed stays on the disk as it is.
   * @throws StateNotSaved when they are in force, but not durable
   */
  async change(members: Partial<SettingsRecord>): Promise<void> {
    const changed = Object.keys(members) as (keyof SettingsRecord)[];
    if (changed.length > 0) this.#set(members);
    for (const name of changed) this.#unsaved.add(name);
    if (this.#unsaved.size === 0) return;
    const now = this.#now;
    const due = [...this.#unsaved];
    try {
      await this.store.save(now, due, this.defaults);
    } catch (cause) {
      for (const name of due) this.#unsaved.add(name);
      this.log.error('not saved (a power cut undoes the change)', { error: cause });
      throw new StateNotSaved({ cause });
    }
    for (const name of due) if (now[name] === this.#now[name]) this.#unsaved.delete(name);
  }

  #set(members: Partial<SettingsRecord>): void {
    const before = this.#now;
    this.#now = deepFreeze({ ...before, ...members });
    this.#listeners.call(this.#now, before);
  }

  /** The listener is called after every change, when it is in force; it must not throw. Returns how to end that. */
  subscribe(listener: SettingsListener): () => void {
    return this.#listeners.add(listener);
  }
}

/** Name of the box as people see it. @param machine the name of the machine, for a box that has none of its own */
export function boxName(
  { playerName, hostName }: Pick<SettingsRecord, 'playerName' | 'hostName'>,
  machine: string,
): string {
  return playerName || hostName || machine;
}

/** How far playing goes back when it resumes. */
export function rewindsOf({ pauseRewind, resumeRewind }: Pick<SettingsRecord, 'pauseRewind' | 'resumeRewind'>) {
  return { afterPause: milliseconds(pauseRewind * 1000), afterStop: milliseconds(resumeRewind * 1000) };
}

/** What was stored over the defaults, as far as it is of their shape: another version may have had another. */
function withStored(stored: ReadonlyMap<string, unknown>, defaults: SettingsRecord): SettingsRecord {
  const members = Object.entries(defaults).map(([name, standard]) => [name, shapedAs(standard, stored.get(name))]);
  return deepFreeze(Object.fromEntries(members) as SettingsRecord);
}

function shapedAs(standard: unknown, value: unknown): unknown {
  if (isTexts(standard)) return isTexts(value) ? value : standard;
  if (Array.isArray(standard)) {
    return Array.isArray(value) ? standard.map((each, at) => shapedAs(each, value[at])) : standard;
  }
  if (typeof standard === 'object' && standard !== null) {
    if (typeof value !== 'object' || value === null) return standard;
    const given = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(Object.entries(standard).map(([name, each]) => [name, shapedAs(each, given[name])]));
  }
  return typeof value === typeof standard ? value : standard;
}

/** A list as long as a person wants it; every other one has as many members as its default. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) deepFreeze(each);
  }
  return value;
}
