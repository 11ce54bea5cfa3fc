/**
 * All that can be configured: the one list that validation, the configuration file and the README's table come from. A
 * setting is `http_port` in the file and `TONEARM_HTTP_PORT` in the environment.
 */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';

import { LOG_LEVELS, LOG_ROOMS, type LogLevel } from '../log.js';

/** Log level for each room that has one of its own; `tonearm` is the level of all others. */
export type LogLevels = Readonly<Record<string, LogLevel>> & { readonly tonearm: LogLevel };

/** Thrown by the readers below when a value makes no sense: the message is what is expected instead. */
export class Unfit extends Error {}

interface Setting<Value> {
  /** In the environment's form, `~` being the home folder. Undefined: the program chooses, or there is none. */
  readonly fallback: string | undefined;
  /** From a variable, never empty. @throws Unfit */
  readonly fromText: (text: string) => Value;
  /** From the value of a TOML key: a whole number is a bigint. @throws Unfit */
  readonly fromFile: (value: unknown) => Value;
}

const PORT = 'must be a port number from 0 to 65535';
const FREE = '(0 picks a free one)';
const TEXT = 'must be text in quotes, and not empty';
const ROOTS = 'must be absolute paths in brackets, such as ["/data/music", "/media/tonearm"]';
const OUTPUTS =
  'must be PCM names separated by semicolons, each with its name and mixer if need be: hw:1|DAC|hw:1:Digital';
const OUTPUTS_IN_FILE =
  'must be PCM names in brackets, such as ["hw:1"], or [{ pcm = "hw:1", name = "DAC", mixer = "hw:1:Digital" }]';
const NETWORKS = 'must be networks';
const NAMES = 'must be host names without port, separated by commas, such as music.example.org,jukebox';
const NAMES_IN_FILE = 'must be host names without port in brackets, such as ["music.example.org", "jukebox"]';
const FACTOR = 'must be a whole number from 1 to 50';
const DIRECTORY = 'must be an http or https address without ?, # and a user, or off';

/** C takes a string to end at its first NUL, which TOML can write. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && !value.includes('\0');

/** A setting whose value is the same text in both places. */
const text = <Value, Fallback extends string | undefined>(fallback: Fallback, fromText: (text: string) => Value) => ({
  fallback,
  fromText,
  fromFile(value: unknown): Value {
    if (!isText(value)) throw new Unfit(TEXT);
    return fromText(value);
  },
});

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new Unfit(`${PORT} ${FREE}`);
  return number;
}

function portFromFile(value: unknown): number {
  if (typeof value !== 'bigint' || value < 0n || value > 65_535n) throw new Unfit(`${PORT}, without quotes ${FREE}`);
  return Number(value);
}

/** `info,audio=debug`: one for all, and others for single rooms. */
function levels(text: string): LogLevels {
  const known = (name: string): LogLevel => {
    const found = LOG_LEVELS.find((candidate) => candidate === name);
    if (found === undefined) throw new Unfit(`must be one of ${LOG_LEVELS.join(', ')}`);
    return found;
  };
  const found: Record<string, LogLevel> & { tonearm: LogLevel } = { tonearm: 'info' };
  for (const part of text.split(',')) {
    const [room = '', level] = part.includes('=') ? part.split(/=(.*)/s) : ['tonearm', part];
    if (!LOG_ROOMS.includes(room)) throw new Unfit(`a level belongs to all, or to one of ${LOG_ROOMS.join(', ')}`);
    found[room] = known(level ?? '');
  }
  return Object.freeze(found);
}

function timeFactor(text: string): number {
  const number = Number(text);
  if (!/^\d{1,2}$/.test(text) || number < 1 || number > 50) throw new Unfit(FACTOR);
  return number;
}

function timeFactorFromFile(value: unknown): number {
  if (typeof value !== 'bigint') throw new Unfit(`${FACTOR}, without quotes`);
  return timeFactor(String(value));
}

function mixer(text: string): { readonly card: string; readonly control: string } {
  const colon = text.lastIndexOf(':');
  if (colon <= 0 || colon === text.length - 1) throw new Unfit('must be card:control, such as hw:0:Digital');
  return Object.freeze({ card: text.slice(0, colon), control: text.slice(colon + 1) });
}

function terminal(text: string): string {
  if (!isAbsolute(text)) throw new Unfit('must be the path of a terminal, such as /dev/tty1');
  return text;
}

/** A PCM of ALSA that is an output beside the sound cards. */
export interface NamedOutput {
  readonly pcm: string;
  /** For a person; undefined: the PCM's own. */
  readonly name: string | undefined;
  readonly mixer: { readonly card: string; readonly control: string } | undefined;
}

function named(pcm: string, name: string, control: string): NamedOutput {
  if (pcm === '') throw new Unfit(`an output needs the name of its PCM: ${OUTPUTS}`);
  return Object.freeze({ pcm, name: name || undefined, mixer: control === '' ? undefined : mixer(control) });
}

function listed(outputs: readonly NamedOutput[]): readonly NamedOutput[] {
  const twice = outputs.find(({ pcm }, at) => outputs.findIndex((other) => other.pcm === pcm) !== at);
  if (twice !== undefined) throw new Unfit(`names ${twice.pcm} twice`);
  return Object.freeze([...outputs]);
}

function outputs(text: string): readonly NamedOutput[] {
  return listed(
    text.split(';').map((output) => {
      const [pcm = '', name = '', control = '', ...more] = output.split('|').map((part) => part.trim());
      if (more.length > 0) throw new Unfit(OUTPUTS);
      return named(pcm, name, control);
    }),
  );
}

function outputsFromFile(value: unknown): readonly NamedOutput[] {
  if (!Array.isArray(value)) throw new Unfit(OUTPUTS_IN_FILE);
  return listed(
    value.map((output: unknown) => {
      if (isText(output)) return named(output.trim(), '', '');
      if (typeof output !== 'object' || output === null) throw new Unfit(OUTPUTS_IN_FILE);
      const { pcm, name, mixer: control, ...more } = output as { readonly [key in 'pcm' | 'name' | 'mixer']?: unknown };
      const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || isText(value);
      const isFit = isText(pcm) && isTextOrNone(name) && isTextOrNone(control) && Object.keys(more).length === 0;
      if (!isFit) throw new Unfit(OUTPUTS_IN_FILE);
      return named(pcm.trim(), name?.trim() ?? '', control ?? '');
    }),
  );
}

function roots(text: string): readonly string[] {
  const paths = text.split(':').filter((path) => path !== '');
  if (paths.length === 0) throw new Unfit('must name at least one directory');
  return Object.freeze(paths.map((path) => resolve(path)));
}

/** The file has no directory that a relative path could start from: a daemon's is anywhere. */
function rootsFromFile(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Unfit(ROOTS);
  return Object.freeze(
    value.map((path: unknown) => {
      if (!isText(path) || !isAbsolute(path)) throw new Unfit(ROOTS);
      return resolve(path);
    }),
  );
}

function isNetwork(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [, address = '', length = '0'] = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128);
}

function networks(text: string): readonly string[] {
  const listed = text.split(',').map((network) => network.trim());
  if (!listed.every(isNetwork)) throw new Unfit(`${NETWORKS} separated by commas, such as 127.0.0.0/8,fe80::/10`);
  return Object.freeze(listed);
}

function networksFromFile(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every(isNetwork)) {
    throw new Unfit(`${NETWORKS} in brackets, such as ["127.0.0.0/8", "fe80::/10"]`);
  }
  return Object.freeze([...value]);
}

/** A name as a Host header has it, without port. */
function isHostName(name: unknown): name is string {
  const isFit = isText(name) && name.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(name);
  return isFit && isIP(name) === 0;
}

function names(text: string): readonly string[] {
  const listed = text.split(',').map((name) => name.trim().toLowerCase());
  if (!listed.every(isHostName)) throw new Unfit(NAMES);
  return Object.freeze(listed);
}

function namesFromFile(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every(isHostName)) throw new Unfit(NAMES_IN_FILE);
  return Object.freeze(value.map((name) => name.toLowerCase()));
}

/** `off`, which a variable can say, is `""` in the file. */
function directory(text: string): string {
  if (text === '' || text === 'off') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || /[?#]/.test(text)) throw new Unfit(DIRECTORY);
  return text;
}

function directoryFromFile(value: unknown): string {
  if (typeof value !== 'string') throw new Unfit(DIRECTORY);
  return directory(value);
}

function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Unfit('must be on or off');
  return text === 'on';
}

function autoOrOff(text: string): 'auto' | 'off' {
  if (text !== 'auto' && text !== 'off') throw new Unfit('must be auto or off');
  return text;
}

/** What IEEE 802.11 takes as a passphrase. */
function passphrase(text: string): string {
  if (!/^[\x20-\x7e]{8,63}$/.test(text)) throw new Unfit('must have 8 to 63 letters, digits and signs of ASCII');
  return text;
}

function trueOrFalse(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Unfit('must be true or false, without quotes');
  return value;
}

function notInTheFile(): never {
  throw new Unfit('is taken from TONEARM_STATE_DIR only, because this file is found in it');
}

export const SETTINGS = {
  http_port: { fallback: '6063', fromText: port, fromFile: portFromFile },
  http_host: text('::', (host: string) => host),
  http_names: { fallback: undefined, fromText: names, fromFile: namesFromFile },
  http_allow: { fallback: undefined, fromText: networks, fromFile: networksFromFile },
  webdav_port: { fallback: '6065', fromText: port, fromFile: portFromFile },
  mpd_port: { fallback: '6600', fromText: port, fromFile: portFromFile },
  graphql_port: { fallback: '6062', fromText: port, fromFile: portFromFile },
  upnp_port: { fallback: '6066', fromText: port, fromFile: portFromFile },
  library: { fallback: '~/Music', fromText: roots, fromFile: rootsFromFile },
  library_bases: {
    fallback: '~:/media:/mnt:/run/media:/srv',
    fromText: (text: string) => (text === 'off' ? Object.freeze([]) : roots(text)),
    fromFile: (value: unknown) => (Array.isArray(value) && value.length === 0 ? [] : rootsFromFile(value)),
  },
  state_dir: { fallback: '~/.local/state/tonearm', fromText: (path: string) => resolve(path), fromFile: notInTheFile },
  alsa_device: text('default', (device: string) => device),
  alsa_mixer: text(undefined, mixer),
  outputs: { fallback: undefined, fromText: outputs, fromFile: outputsFromFile },
  stream_allow: { fallback: undefined, fromText: networks, fromFile: networksFromFile },
  radio_directory: {
    fallback: 'https://all.api.radio-browser.info',
    fromText: directory,
    fromFile: directoryFromFile,
  },
  resume_on_start: { fallback: 'off', fromText: onOrOff, fromFile: trueOrFalse },
  hotspot: text('off', autoOrOff),
  hotspot_password: text('playmusic', passphrase),
  screen: text(undefined, terminal),
  log_level: text('info', levels),
  time_factor: { fallback: '1', fromText: timeFactor, fromFile: timeFactorFromFile },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

export type SettingValues = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['fromText']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const variableOf = (name: SettingName): string => `TONEARM_${name.toUpperCase()}`;
