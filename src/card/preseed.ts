/**
 * `rpi-preseed.toml` as Raspberry Pi Imager from 2.0.11 writes it, and people for rpi-preseed. Text in, values and notes out; never throws.
 * Sources: generateRpiPreseedToml of Imager; schema/rpi-preseed.schema of rpi-preseed.
 */
import { AUTOMATIC, type CardSettings, emptyDraft, networkOf, NOTHING } from './card-settings.js';
import type { Reading } from './cloud-init.js';
import { country, flag, hostName, ipText, ssid, ssidFromHex, text, timeZone, wifiKey } from './fields.js';
import { entriesOf, type Handlers, type Notes, type Path, Refused, walk } from './notes.js';
import { addresses } from './toml-addresses.js';
import { wifiText } from './netplan.js';
import { tomlOf } from './toml.js';

const FILE = 'rpi-preseed.toml';
/** Imager leaves these characters of a network's name unescaped, which TOML does not allow. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNESCAPED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

export const withEscapes = (source: string): string =>
  source.replace(UNESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function readPreseed(source: string): Reading {
  const { notes, values } = tomlOf(FILE, withEscapes(source));
  if (values === undefined) return { settings: NOTHING, notes: notes.all };
  let settings: CardSettings = NOTHING;
  const take = (found: Partial<CardSettings>): void => {
    settings = { ...settings, ...found };
  };
  walk(notes, [], values, {
    config_version(value, path) {
      if (value !== '1.0' && value !== '1.1') notes.ignored(path, 'neither 1.0 nor 1.1: read as if it was');
    },
    system: (value, path) => {
      walk(notes, path, value, {
        hostname(name, at) {
          const found = notes.judge(at, () => hostName(name));
          if (found === undefined) return;
          take({ hostName: found });
          notes.understood(at, `host name ${found}`);
        },
      });
    },
    locale: (value, path) => {
      walk(notes, path, value, {
        timezone(name, at) {
          const found = notes.judge(at, () => timeZone(name));
          if (found === undefined) return;
          take({ timeZone: found });
          notes.understood(at, `time zone ${found}`);
        },
        keymap: 'this box has no keyboard',
      });
    },
    wlan: (value, path) => take(wlan(notes, value, path)),
    ethernet: (value, path) => take(ethernet(notes, value, path)),
    user: 'this box has no login',
    ssh: 'this box has no login',
    connect: 'Raspberry Pi Connect is not on this box',
    interfaces: 'interfaces cannot be set on this box',
    boot: 'config.txt and cmdline.txt of this card are its own',
    time: 'the box has its own time servers',
    packages: 'nothing is installed on this box',
    ca_certificates: 'the box has its own certificates',
    mounts: 'the box mounts USB sticks by itself',
    runcmd: 'this box runs no commands from the card',
    debug: 'not needed on this box',
  });
  return { settings, notes: notes.all };
}

/** The wired interface. One that is switched off could make the box unreachable. */
function ethernet(notes: Notes, value: unknown, path: Path): Partial<CardSettings> {
  const method = new Map(entriesOf(value) ?? []).get('method') ?? 'dhcp';
  const ip = addresses(notes, path);
  walk(notes, path, value, {
    ...(method === 'static' ? ip.handlers : {}),
    method(item, at) {
      if (item === 'disabled') notes.ignored(at, 'the wired interface stays on');
      else if (item !== 'dhcp' && item !== 'static') notes.refused(at, 'must be dhcp or static');
    },
    interface: 'the box has one wired interface',
    dns_search: 'search domains come from the network',
  });
  const wired = ip.result();
  notes.understood(path, `wired: ${ipText(wired)}`);
  return { wired };
}

function wlan(notes: Notes, value: unknown, path: Path): Partial<CardSettings> {
  const draft = emptyDraft();
  const found: { code?: string | undefined; isEncrypted?: boolean | undefined; isNamed: boolean } = { isNamed: false };
  const handlers: Handlers = {
    ssid(item, at) {
      found.isNamed = true;
      draft.ssid = notes.judge(at, () => ssid(Buffer.from(text(item))));
    },
    ssid_hex(item, at) {
      found.isNamed = true;
      draft.ssid = notes.judge(at, () => ssidFromHex(item));
    },
    password(item, at) {
      draft.key = notes.judge(at, () => wifiKey(item));
    },
    password_encrypted(item, at) {
      found.isEncrypted = notes.judge(at, () => flag(item));
    },
    hidden(item, at) {
      draft.hidden = notes.judge(at, () => flag(item));
    },
    country(item, at) {
      found.code = notes.judge(at, () => country(item));
      if (found.code !== undefined) notes.understood(at, `country ${found.code}`);
    },
    key_mgmt(item, at) {
      notes.judge(at, () => {
        if (['wpa-psk', 'sae', 'none'].includes(text(item))) return;
        draft.key = undefined;
        throw new Refused('must be wpa-psk, sae or none');
      });
    },
  };
  walk(notes, path, value, handlers);
  const withCountry = found.code === undefined ? {} : { country: found.code };
  if (!found.isNamed) notes.refused(path, 'has no ssid');
  if (found.isEncrypted === true && draft.key?.kind === 'passphrase') {
    notes.refused([...path, 'password'], 'an encrypted password is a key of 64 hex digits');
    return withCountry;
  }
  const network = networkOf(draft, AUTOMATIC);
  if (network === undefined) return withCountry;
  notes.understood(path, wifiText(network));
  return { ...withCountry, wifi: [network] };
}
