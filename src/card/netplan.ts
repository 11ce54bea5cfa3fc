/**
 * `network-config`: the part of netplan's version 2 that describes one radio and one wired interface. Names of interfaces
 * do not matter, as the box has one of each kind. Text in, values and notes out; never throws.
 * Source: netplan's YAML reference.
 */
import {
  AUTOMATIC,
  type CardSettings,
  emptyDraft,
  type IpSettings,
  networkOf,
  NOTHING,
  ssidText,
  type WifiDraft,
  type WifiKey,
  type WifiNetwork,
} from './card-settings.js';
import { type Reading, yamlOf } from './cloud-init.js';
import { address, country, familyOf, flag, ipSettings, ipText, list, plainAddress, ssid, wifiKey } from './fields.js';
import { entriesOf, type Handlers, type Notes, type Path, Refused, walk } from './notes.js';
import type { YamlFile } from './yaml.js';

const MOST_NETWORKS = 32;
const OTHER_KIND = 'this box has a wired interface and a radio only';
const AUTOMATIC_ANYWAY = 'the box waits for no interface, and takes what the network assigns';
/** Keys of an interface without use here, which Imager writes or which do no harm. */
const UNUSED: Handlers = Object.fromEntries(
  ['optional', 'renderer', 'match', 'set-name', 'dhcp-identifier', 'optional-addresses', 'accept-ra'].map((key) => [
    key,
    AUTOMATIC_ANYWAY,
  ]),
);

export function readNetworkConfig(text: string): Reading {
  const { notes, yaml } = yamlOf('network-config', text);
  if (yaml?.value === undefined) return { settings: NOTHING, notes: notes.all };
  const reader = new NetplanReader(notes, yaml);
  const entries = entriesOf(yaml.value);
  const below = entries?.find(([key]) => key === 'network');
  if (below === undefined) reader.network(yaml.value, []);
  else walk(notes, [], yaml.value, { network: (value, path) => reader.network(value, path) });
  return { settings: reader.settings, notes: notes.all };
}

class NetplanReader {
  settings: CardSettings = NOTHING;

  constructor(
    private readonly notes: Notes,
    private readonly yaml: YamlFile,
  ) {}

  network(value: unknown, path: Path): void {
    const version = entriesOf(value)?.find(([key]) => key === 'version')?.[1];
    if (entriesOf(value) !== undefined && version !== '2') {
      this.notes.refused([...path, 'version'], 'only version 2 is understood');
      return;
    }
    walk(this.notes, path, value, {
      version: () => undefined,
      renderer: 'NetworkManager is the only one here',
      ethernets: (items, at) => this.#interfaces(items, at, (item, where) => this.#wired(item, where)),
      wifis: (items, at) => this.#interfaces(items, at, (item, where) => this.#radio(item, where)),
      ...Object.fromEntries(['bonds', 'bridges', 'vlans', 'modems', 'tunnels'].map((kind) => [kind, OTHER_KIND])),
    });
  }

  /** The first interface counts. */
  #interfaces(value: unknown, path: Path, read: (value: unknown, path: Path) => void): void {
    const entries = entriesOf(value);
    if (entries === undefined) {
      this.notes.refused(path, 'must hold interfaces');
      return;
    }
    entries.forEach(([name, item], at) => {
      if (at === 0) read(item, [...path, name]);
      else this.notes.refused([...path, name], 'the box has one interface of this kind');
    });
  }

  #wired(value: unknown, path: Path): void {
    const ip = new AddressReader(this.notes, path);
    walk(this.notes, path, value, { ...ip.handlers });
    const wired = ip.read();
    this.settings = { ...this.settings, wired };
    this.notes.understood(path, `wired: ${ipText(wired)}`);
  }

  #radio(value: unknown, path: Path): void {
    const ip = new AddressReader(this.notes, path);
    const drafts: (readonly [Path, WifiDraft])[] = [];
    walk(this.notes, path, value, {
      ...ip.handlers,
      'regulatory-domain': (code, at) => {
        const found = this.notes.judge(at, () => country(code));
        if (found === undefined) return;
        this.settings = { ...this.settings, country: found };
        this.notes.understood(at, `country ${found}`);
      },
      'access-points': (points, at) => {
        const entries = entriesOf(points);
        if (entries === undefined) this.notes.refused(at, 'must hold networks by their names');
        if ((entries?.length ?? 0) > MOST_NETWORKS) this.notes.refused(at, `more than ${MOST_NETWORKS} networks`);
        for (const [name, point] of entries?.slice(0, MOST_NETWORKS) ?? []) {
          drafts.push([[...at, name], this.#accessPoint(name, point, [...at, name])]);
        }
      },
    });
    const addresses = ip.read();
    const wifi = drafts.flatMap(([at, draft]) => {
      const network = networkOf(draft, addresses);
      if (network !== undefined) this.notes.understood(at, wifiText(network));
      return network ?? [];
    });
    this.settings = { ...this.settings, wifi };
  }

  #accessPoint(name: string, value: unknown, path: Path): WifiDraft {
    const draft = emptyDraft();
    const handlers: Handlers = {
      hidden: (item, at) => {
        draft.hidden = this.notes.judge(at, () => flag(item));
      },
      password: (item, at) => {
        draft.key = this.notes.judge(at, () => wifiKey(item));
      },
      auth: (item, at) => {
        const found = this.#auth(item, at);
        if (found !== 'default') draft.key = found;
      },
      mode: (item, at) => {
        if (item === 'infrastructure') return;
        this.notes.refused(at, 'the box only joins networks (infrastructure)');
        draft.key = undefined;
      },
      ...Object.fromEntries(['band', 'bssid', 'channel'].map((word) => [word, 'the box takes the best access point'])),
    };
    // An open network may have nothing below its name.
    if (value !== '' && value !== null && value !== 'null') walk(this.notes, path, value, handlers);
    draft.ssid = this.notes.judge(path, () => ssid(this.#ssidOf(name, path)));
    return draft;
  }

  /** @returns `default` when the block leaves it to the password beside it */
  #auth(value: unknown, path: Path): WifiKey | 'default' | undefined {
    const entries = new Map(entriesOf(value) ?? []);
    const method = entries.get('key-management') ?? 'psk';
    return this.notes.judge(path, () => {
      if (method === 'none') return { kind: 'open' };
      if (method !== 'psk' && method !== 'sae') {
        throw new Refused('networks with user accounts (802.1X, EAP) cannot be joined');
      }
      const password = entries.get('password');
      return password === undefined ? 'default' : wifiKey(password);
    });
  }

  /**
   * Imager from 2.0.10 writes each byte above 0x7e as `\xHH`, which YAML takes for a character: here it is the byte.
   * Earlier versions, and people, write the characters themselves.
   */
  #ssidOf(name: string, path: Path): Buffer {
    const { key } = this.yaml.source(path);
    const isBytes = key.startsWith('"') && /\\x[89a-f]/i.test(key) && !/[^\0-\xff]/.test(name);
    return Buffer.from(name, isBytes ? 'latin1' : 'utf8');
  }
}

/** What is said of a network that was understood. */
export function wifiText({ ssid: name, key, hidden, ip }: WifiNetwork): string {
  const words = {
    open: 'open',
    passphrase: 'with password',
    psk: 'with key',
    kept: 'with the password that the box has',
  };
  const address = ip.addresses.length + ip.dns.length > 0 ? `; ${ipText(ip)}` : '';
  return `Wi-Fi network ${ssidText(name)}, ${words[key.kind]}${hidden ? ', hidden' : ''}${address}`;
}

/** Collects addresses while an interface is read. */
class AddressReader {
  readonly #addresses: string[] = [];
  readonly #gateways: string[] = [];
  readonly #dns: string[] = [];
  #automatic = false;
  #isRefused = false;
  readonly handlers: Handlers;

  constructor(
    private readonly notes: Notes,
    private readonly path: Path,
  ) {
    const gateway = (value: unknown, at: Path): void => this.#take(at, () => [plainAddress(value)], this.#gateways);
    this.handlers = {
      ...UNUSED,
      dhcp4: (value, at) => {
        this.#automatic = this.notes.judge(at, () => flag(value)) ?? this.#automatic;
      },
      dhcp6: (value, at) => void this.notes.judge(at, () => flag(value)),
      addresses: (value, at) => this.#take(at, () => list(value).map(address), this.#addresses),
      gateway4: gateway,
      gateway6: gateway,
      routes: (value, at) => this.#routes(value, at),
      nameservers: (value, at) => {
        walk(this.notes, at, value, {
          addresses: (item, where) => this.#take(where, () => list(item).map(plainAddress), this.#dns),
          search: 'search domains come from the network',
        });
      },
    };
  }

  /** Automatic when anything was refused: half of the addresses would cut the box off. */
  read(): IpSettings {
    if (this.#isRefused) return AUTOMATIC;
    const ip = {
      addresses: this.#addresses,
      gateways: this.#gateways,
      dns: this.#dns,
      automaticToo: this.#automatic && this.#addresses.some((own) => familyOf(own) === 4),
    };
    return this.notes.judge(this.path, () => ipSettings(ip)) ?? AUTOMATIC;
  }

  #take(at: Path, read: () => string[], into: string[]): void {
    const found = this.notes.judge(at, read);
    if (found === undefined) this.#isRefused = true;
    else into.push(...found);
  }

  #routes(value: unknown, path: Path): void {
    const items = this.notes.judge(path, () => list(value)) ?? [];
    items.forEach((item, at) => {
      const route = new Map(entriesOf(item) ?? []);
      const isDefault = ['default', '0.0.0.0/0', '::/0'].includes(String(route.get('to')));
      if (isDefault) this.#take(path, () => [plainAddress(route.get('via'))], this.#gateways);
      else this.notes.ignored([...path, String(at)], 'only the default route is understood');
    });
  }
}
