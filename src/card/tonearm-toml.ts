/**
 * `tonearm.toml`, our own file, for people: host name, time zone, country, networks with their addresses, and settings of
 * `config.toml` below `[settings]`. Text in, values and notes out; never throws.
 */
import { isSettingName, SETTING_NAMES, SETTINGS, Unfit } from '../config/settings.js';
import { type CardSettings, emptyDraft, networkOf, NOTHING, type WifiNetwork } from './card-settings.js';
import type { Reading } from './cloud-init.js';
import { country, flag, hostName, ipText, ssid, ssidFromHex, text, timeZone, wifiKey } from './fields.js';
import { entriesOf, type Handlers, type Notes, type Path, walk } from './notes.js';
import { addresses } from './toml-addresses.js';
import { wifiText } from './netplan.js';
import { tomlOf } from './toml.js';

const FILE = 'tonearm.toml';
const MOST_NETWORKS = 32;

export function readTonearmToml(source: string): Reading {
  const { notes, values } = tomlOf(FILE, source);
  if (values === undefined) return { settings: NOTHING, notes: notes.all };
  const reader = new TonearmReader(notes);
  reader.read(values);
  return { settings: reader.settings, notes: notes.all };
}

class TonearmReader {
  settings: CardSettings = NOTHING;

  constructor(private readonly notes: Notes) {}

  read(values: Record<string, unknown>): void {
    walk(this.notes, [], values, {
      hostname: this.#one(hostName, 'hostName', 'host name'),
      timezone: this.#one(timeZone, 'timeZone', 'time zone'),
      country: this.#one(country, 'country', 'country'),
      wifi: (value, path) => this.#networks(value, path),
      wired: (value, path) => this.#wired(value, path),
      settings: (value, path) => this.#daemon(value, path),
    });
  }

  #one(read: (value: unknown) => string, member: 'hostName' | 'timeZone' | 'country', words: string) {
    return (value: unknown, path: Path): void => {
      const found = this.notes.judge(path, () => read(value));
      if (found === undefined) return;
      this.settings = { ...this.settings, [member]: found };
      this.notes.understood(path, `${words} ${found}`);
    };
  }

  #wired(value: unknown, path: Path): void {
    const { handlers, result } = addresses(this.notes, path);
    walk(this.notes, path, value, handlers);
    const wired = result();
    this.settings = { ...this.settings, wired };
    this.notes.understood(path, `wired: ${ipText(wired)}`);
  }

  #networks(value: unknown, path: Path): void {
    if (!Array.isArray(value)) {
      this.notes.refused(path, 'each network begins with a line [[wifi]]');
      return;
    }
    if (value.length > MOST_NETWORKS) this.notes.refused(path, `more than ${MOST_NETWORKS} networks`);
    const wifi = value.slice(0, MOST_NETWORKS).flatMap((item: unknown, at) => {
      const where = [...path, String(at)];
      const network = this.#network(item, where);
      if (network !== undefined) this.notes.understood(where, wifiText(network));
      return network ?? [];
    });
    this.settings = { ...this.settings, wifi };
  }

  #network(value: unknown, path: Path): WifiNetwork | undefined {
    const { notes } = this;
    const ip = addresses(notes, path);
    const draft = emptyDraft();
    walk(notes, path, value, {
      ...ip.handlers,
      ssid(item, at) {
        draft.ssid = notes.judge(at, () => ssid(Buffer.from(text(item))));
      },
      ssid_hex(item, at) {
        draft.ssid = notes.judge(at, () => ssidFromHex(item));
      },
      password(item, at) {
        draft.key = notes.judge(at, () => wifiKey(item));
      },
      hidden(item, at) {
        draft.hidden = notes.judge(at, () => flag(item));
      },
    });
    if (!isNamed(value)) notes.refused(path, 'has no ssid, which is the name of the network');
    return networkOf(draft, ip.result());
  }

  #daemon(value: unknown, path: Path): void {
    const handler = (item: unknown, at: Path): void => {
      const name = at.at(-1) ?? '';
      if (!isSettingName(name)) return;
      try {
        SETTINGS[name].fromFile(item);
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        this.notes.refused(at, error.message);
        return;
      }
      this.settings = { ...this.settings, daemon: { ...this.settings.daemon, [name]: item } };
      this.notes.understood(at, `setting ${name}`);
    };
    const known: Handlers = Object.fromEntries(SETTING_NAMES.map((name) => [name, handler]));
    walk(this.notes, path, value, known);
  }
}

const isNamed = (table: unknown): boolean =>
  (entriesOf(table) ?? []).some(([key]) => key === 'ssid' || key === 'ssid_hex');
