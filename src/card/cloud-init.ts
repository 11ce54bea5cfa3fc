/**
 * `user-data` and `meta-data` as Raspberry Pi Imager writes them for images with `"init_format": "cloudinit"`: host name
 * and time zone. Text in, values and notes out; never throws.
 * Source: cloud-init's documentation, NoCloud data source and module reference.
 */
import type { CardSettings } from './card-settings.js';
import { NOTHING } from './card-settings.js';
import { hostName, timeZone } from './fields.js';
import { type Handlers, type Note, Notes, walk } from './notes.js';
import { parseYaml, type YamlFile, YamlMistake } from './yaml.js';

export interface Reading {
  readonly settings: CardSettings;
  readonly notes: readonly Note[];
}

const NO_LOGIN = 'this box has no login';
const NO_PACKAGES = 'nothing is installed on this box';
const NO_COMMANDS = 'this box runs no commands from the card';
const NOT_NEEDED = 'not needed on this box';

const IGNORED: Handlers = {
  ...Object.fromEntries(
    ['user', 'users', 'groups', 'password', 'chpasswd', 'ssh_pwauth', 'ssh', 'ssh_authorized_keys', 'enable_ssh'].map(
      (key) => [key, NO_LOGIN],
    ),
  ),
  ...Object.fromEntries(
    ['packages', 'package_update', 'package_upgrade', 'apt', 'snap'].map((key) => [key, NO_PACKAGES]),
  ),
  ...Object.fromEntries(['runcmd', 'bootcmd', 'write_files', 'power_state'].map((key) => [key, NO_COMMANDS])),
  ...Object.fromEntries(
    ['manage_etc_hosts', 'manage_resolv_conf', 'preserve_hostname', 'prefer_fqdn_over_hostname'].map((key) => [
      key,
      NOT_NEEDED,
    ]),
  ),
  keyboard: 'this box has no keyboard',
  locale: 'the page has its own language',
  rpi: 'interfaces and USB gadget mode cannot be set on this box',
};

/** @returns undefined when the file is no YAML, which is noted as refused */
export function yamlOf(file: string, text: string): { notes: Notes; yaml: YamlFile | undefined } {
  try {
    const yaml = parseYaml(text);
    return { notes: new Notes(file, yaml.lineOf), yaml };
  } catch (error) {
    const notes = new Notes(file);
    const line = error instanceof YamlMistake ? error.line : undefined;
    notes.refused([], `the whole file, because it is no YAML: ${(error as Error).message}`, line);
    return { notes, yaml: undefined };
  }
}

export function readUserData(text: string): Reading {
  const file = 'user-data';
  if (text.trim() === '') return { settings: NOTHING, notes: [] };
  if (!/^#cloud-config\s*$/m.test(text.slice(0, text.indexOf('\n') + 1 || undefined))) {
    const notes = new Notes(file);
    notes.refused([], 'the whole file: only #cloud-config is understood, which must be its first line', 1);
    return { settings: NOTHING, notes: notes.all };
  }
  const { notes, yaml } = yamlOf(file, text);
  if (yaml?.value === undefined) return { settings: NOTHING, notes: notes.all };
  const found: { host?: string; fullHost?: string; zone?: string } = {};
  walk(notes, [], yaml.value, {
    ...IGNORED,
    hostname(value, path) {
      const host = notes.judge(path, () => hostName(value));
      if (host !== undefined) found.host = host;
    },
    fqdn(value, path) {
      const host = notes.judge(path, () => hostName(value));
      if (host !== undefined) found.fullHost = host;
    },
    timezone(value, path) {
      const zone = notes.judge(path, () => timeZone(value));
      if (zone !== undefined) found.zone = zone;
      if (zone !== undefined) notes.understood(path, `time zone ${zone}`);
    },
  });
  const host = found.host ?? found.fullHost;
  if (host !== undefined) notes.understood([found.host === undefined ? 'fqdn' : 'hostname'], `host name ${host}`);
  const settings = {
    ...NOTHING,
    ...(host !== undefined && { hostName: host }),
    ...(found.zone !== undefined && { timeZone: found.zone }),
  };
  return { settings, notes: notes.all };
}

export function readMetaData(text: string): Reading {
  const { notes, yaml } = yamlOf('meta-data', text);
  if (yaml?.value === undefined) return { settings: NOTHING, notes: notes.all };
  let settings = NOTHING;
  const host = (value: unknown, path: readonly string[]): void => {
    const name = notes.judge(path, () => hostName(value));
    if (name === undefined) return;
    settings = { ...settings, hostName: name };
    notes.understood(path, `host name ${name}`);
  };
  walk(notes, [], yaml.value, {
    'local-hostname': host,
    local_hostname: host,
    'instance-id': 'a changed file is applied, whatever its number',
    instance_id: 'a changed file is applied, whatever its number',
    'network-interfaces': 'write addresses into network-config',
  });
  return { settings, notes: notes.all };
}
