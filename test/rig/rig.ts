/**
 * A sound card made of files: an ALSA PCM that records the frames it plays,
 * and a mixer whose registers a test can read and set. Each rig has a folder
 * and an ALSA configuration of its own, so that rigs never disturb each other.
 * README.md in this folder describes the two plugins.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const sourceFolder = fileURLToPath(new URL('.', import.meta.url));
const buildFolder = fileURLToPath(new URL('../../build/rig/', import.meta.url));

/** Absolute paths of the two compiled plugins. */
export interface RigLibraries {
  readonly capture: string;
  readonly mixer: string;
}

/** Mixer of a rig; README.md has the default of each field. */
export interface RigMixerOptions {
  readonly element?: string;
  readonly min?: number;
  readonly max?: number;
  /** Hundredths of a decibel at `min` and of each step; 'none' makes a mixer without dB. */
  readonly db?: { readonly lowest: number; readonly step: number; readonly muteAtMin?: boolean } | 'none';
  /** Whether the mixer has a mute switch. */
  readonly switch?: boolean;
}

/** Card of a rig. Without options: every format and rate, real time, with a mixer. */
export interface RigOptions {
  /** Frames are played this many times faster than the rate says. */
  readonly speed?: number;
  /** Without data the clock stops instead of an xrun: for tests of the content on a loaded machine. */
  readonly patient?: boolean;
  /** Formats by ALSA's names, such as 'S16_LE'. */
  readonly formats?: readonly string[];
  readonly rates?: readonly number[];
  readonly channels?: readonly number[];
  /**
   * A card that takes nothing but IEC 958 subframes, as a Raspberry Pi's HDMI does, with alsa-lib's `iec958` on top: the
   * capture is subframes (`iec958.ts` reads them), and the device is called as HDMI is.
   */
  readonly iec958?: boolean;
  /** `undefined`, given explicitly, makes a card without a mixer. */
  readonly mixer?: RigMixerOptions | undefined;
}

export type Fault = 'xrun' | 'unplug' | 'lose' | 'busy';

/** One line of the log; `nanoseconds` are of the clock of `process.hrtime.bigint()`. */
export interface RigEvent {
  readonly nanoseconds: bigint;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface MixerState {
  readonly left: number;
  readonly right: number;
  readonly on: boolean;
}

export interface Rig {
  /** Variables for the environment of the process that plays. */
  readonly environment: { readonly ALSA_CONFIG_PATH: string };
  /** The PCM's name for snd_pcm_open. */
  readonly device: string;
  /** `<ctl>:<simple element>`, or undefined for a card without a mixer. */
  readonly mixer: string | undefined;
  readonly folder: string;
  readonly captureFile: string;
  readonly logFile: string;
  /** The whole log so far, oldest first. */
  events(): Promise<RigEvent[]>;
  /** Resolves with the `count`th event of that name; throws after `timeout` milliseconds. */
  waitFor(name: string, count?: number, timeout?: number): Promise<RigEvent>;
  /** All frames played so far, in the client's format; up to a period behind while playing. */
  capture(): Promise<Buffer>;
  /** Sets the mixer as another process would: both channels, in steps. Clients get an event. */
  setMixer(value: number, on: boolean): Promise<void>;
  mixerState(): Promise<MixerState>;
  /** Removes the mixer's elements and adds new ones of the same names at once. */
  renewMixer(): Promise<void>;
  /** Removes the mixer's elements; `renewMixer` adds new ones. */
  takeMixer(): Promise<void>;
  /** Makes opening the mixer block until `freeMixer`. */
  hangMixer(): Promise<void>;
  freeMixer(): Promise<void>;
  /** An 'xrun' happens once; the others last until `clearFault`. */
  inject(fault: Fault): Promise<void>;
  clearFault(): Promise<void>;
  /**
   * Stops the card's clock at this frame of the capture, until `clearFault` or another fault; the log then says HELD. The
   * test can act at this position without a race. The position that the client knows may be up to a period earlier.
   */
  holdAt(frames: number): Promise<void>;
  /** Removes the folder; may be called twice. */
  cleanUp(): Promise<void>;
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return -1;
  }
}

/** Replaces a file atomically, so that no reader sees half of it. */
async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

/**
 * Compiles C source of this folder into build/rig unless the product is newer.
 * Several processes may do so at once: each builds its own file and the last
 * rename wins.
 */
async function compile(source: string, product: string, flags: readonly string[]): Promise<string> {
  const from = join(sourceFolder, source);
  const to = join(buildFolder, product);
  if ((await modifiedAt(to)) > (await modifiedAt(from))) return to;
  await mkdir(buildFolder, { recursive: true });
  const temporary = `${to}.${randomUUID()}`;
  const optimised = ['-O2', '-Wall', '-Wextra', '-Werror'];
  await run('cc', [...flags, ...optimised, '-o', temporary, from, '-lasound', '-lm']);
  await rename(temporary, to);
  return to;
}

/** Compiles both plugins where needed. */
export async function buildRig(): Promise<RigLibraries> {
  const shared = ['-shared', '-fPIC'];
  const [capture, mixer] = await Promise.all([
    compile('pcm_capture.c', 'libasound_module_pcm_tonearm_capture.so', shared),
    compile('ctl_mixer.c', 'libasound_module_ctl_tonearm_mixer.so', shared),
  ]);
  return { capture, mixer };
}

/** Compiles a small ALSA client of this folder, `<name>.c`, and returns the program's path. */
export async function buildClient(name: string): Promise<string> {
  return compile(`${name}.c`, name, []);
}

function field(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `  ${name} ${typeof value === 'number' ? value : JSON.stringify(value)}\n`;
}

/** The definitions of alsa-lib's vc4-hdmi.conf, for a card that is a rig. */
const HDMI = `pcm.hdmi {
  @args [ CARD DEV AES0 AES1 AES2 AES3 ]
  @args.CARD { type string default rig }
  @args.DEV { type integer default 0 }
  @args.AES0 { type integer default 0x04 }
  @args.AES1 { type integer default 0x82 }
  @args.AES2 { type integer default 0x00 }
  @args.AES3 { type integer default 0x02 }
  type iec958
  slave { format IEC958_SUBFRAME_LE pcm { @func concat strings [ $CARD ] } }
  status [ $AES0 $AES1 $AES2 $AES3 ]
  hdmi_mode true
  hint { show on description "Tonearm test rig, HDMI" rewritable on }
}
`;

function pcmConfiguration(name: string, given: RigOptions, file: string, log: string, control: string): string {
  const options = given.iec958 === true ? { ...given, formats: ['IEC958_SUBFRAME_LE'] } : given;
  return (
    `pcm.${name} {\n  type tonearm_capture\n` +
    field('file', file) +
    field('log', log) +
    field('control', control) +
    field('speed', options.speed) +
    field('patient', options.patient === true ? 'yes' : undefined) +
    field('formats', options.formats?.join(' ')) +
    field('rates', options.rates?.join(' ')) +
    field('channels', options.channels?.join(' ')) +
    '  hint { show on description "Tonearm test rig" rewritable on }\n}\n'
  );
}

function decibels(db: RigMixerOptions['db']): string | undefined {
  if (db === undefined || db === 'none') return db;
  return `${db.lowest} ${db.step}${db.muteAtMin === true ? ' mute' : ''}`;
}

function mixerConfiguration(name: string, options: RigMixerOptions, state: string, log: string, hang: string): string {
  return (
    `ctl.${name} {\n  type tonearm_mixer\n` +
    field('state', state) +
    field('log', log) +
    field('hang', hang) +
    field('element', options.element) +
    field('min', options.min) +
    field('max', options.max) +
    field('db', decibels(options.db)) +
    field('switch', options.switch === false ? 'no' : undefined) +
    '}\n'
  );
}

/** Reads one line, `<ns> NAME key=value…`. */
function parseEvent(line: string): RigEvent {
  const [nanoseconds = '', name = '', ...pairs] = line.split(' ');
  const values: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    values[pair.slice(0, equals)] = pair.slice(equals + 1);
  }
  return { nanoseconds: BigInt(nanoseconds), name, values };
}

function parseMixerState(text: string): MixerState {
  const match = /^volume (-?\d+) (-?\d+)\nswitch ([01])\nelements \d+\n$/.exec(text);
  if (match === null) throw new Error(`not a mixer state: ${JSON.stringify(text)}`);
  return { left: Number(match[1]), right: Number(match[2]), on: match[3] === '1' };
}

class FileRig implements Rig {
  readonly environment: { readonly ALSA_CONFIG_PATH: string };
  readonly device: string;
  readonly mixer: string | undefined;
  readonly captureFile: string;
  readonly logFile: string;
  readonly #name: string;
  readonly #stateFile: string;
  readonly #controlFile: string;
  readonly #hangFile: string;
  #renewals = 1;
  #elements = 1;

  /** @param configuration path of the ALSA configuration in which the PCM and the mixer have this name */
  constructor(
    readonly folder: string,
    name: string,
    configuration: string,
    mixer: RigMixerOptions | undefined,
    iec958 = false,
  ) {
    this.#name = name;
    this.device = iec958 ? `hdmi:CARD=${name},DEV=0,AES3=1` : name;
    this.environment = { ALSA_CONFIG_PATH: configuration };
    this.mixer = mixer === undefined ? undefined : `${name}:${mixer.element ?? 'PCM'}`;
    this.captureFile = join(folder, 'capture.raw');
    this.logFile = join(folder, 'events');
    this.#stateFile = join(folder, 'mixer');
    this.#controlFile = join(folder, 'fault');
    this.#hangFile = join(folder, 'hang');
  }

  /** Writes the files that the plugins expect, and returns the card's part of the configuration. */
  async writeFiles(options: RigOptions, mixer: RigMixerOptions | undefined): Promise<string> {
    let configuration = pcmConfiguration(this.#name, options, this.captureFile, this.logFile, this.#controlFile);
    if (mixer !== undefined) {
      configuration += mixerConfiguration(this.#name, mixer, this.#stateFile, this.logFile, this.#hangFile);
      await this.setMixer(mixer.max ?? 255, true);
    }
    await writeFile(this.captureFile, '');
    await writeFile(this.logFile, '');
    return configuration;
  }

  async events(): Promise<RigEvent[]> {
    const lines = (await readFile(this.logFile, 'utf8')).split('\n');
    return lines.slice(0, -1).map(parseEvent);
  }

  async waitFor(name: string, count = 1, timeout = 20_000): Promise<RigEvent> {
    const deadline = Date.now() + timeout;
    for (;;) {
      const found = (await this.events()).filter((event) => event.name === name)[count - 1];
      if (found !== undefined) return found;
      if (Date.now() > deadline) {
        throw new Error(`no ${name} number ${count}; the log is:\n${await readFile(this.logFile, 'utf8')}`);
      }
      await delay(5);
    }
  }

  async capture(): Promise<Buffer> {
    return readFile(this.captureFile);
  }

  async setMixer(value: number, on: boolean): Promise<void> {
    await this.#write({ left: value, right: value, on });
  }

  async renewMixer(): Promise<void> {
    this.#elements = ++this.#renewals;
    await this.#write(await this.mixerState());
  }

  async takeMixer(): Promise<void> {
    this.#elements = 0;
    await this.#write(await this.mixerState());
  }

  async #write({ left, right, on }: MixerState): Promise<void> {
    const lines = [`volume ${left} ${right}`, `switch ${on ? 1 : 0}`, `elements ${this.#elements}`];
    await replaceFile(this.#stateFile, `${lines.join('\n')}\n`);
  }

  async mixerState(): Promise<MixerState> {
    return parseMixerState(await readFile(this.#stateFile, 'utf8'));
  }

  async hangMixer(): Promise<void> {
    await writeFile(this.#hangFile, '');
  }

  async freeMixer(): Promise<void> {
    await rm(this.#hangFile, { force: true });
  }

  async inject(fault: Fault): Promise<void> {
    await replaceFile(this.#controlFile, `${fault}\n`);
  }

  async holdAt(frames: number): Promise<void> {
    await replaceFile(this.#controlFile, `hold ${Math.round(frames)}\n`);
  }

  async clearFault(): Promise<void> {
    await rm(this.#controlFile, { force: true });
  }

  async cleanUp(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

function pluginConfiguration(libraries: RigLibraries): string {
  return (
    `pcm_type.tonearm_capture { lib ${JSON.stringify(libraries.capture)} }\n` +
    `ctl_type.tonearm_mixer { lib ${JSON.stringify(libraries.mixer)} }\n`
  );
}

/**
 * Makes cards that one process sees side by side, in one ALSA configuration: `rig`, `rig2`, `rig3` and so on. The caller
 * removes each with `cleanUp`, the first one last: its folder has the configuration.
 */
export async function createRigs(...cards: readonly RigOptions[]): Promise<Rig[]> {
  const libraries = await buildRig();
  const folders = await Promise.all(cards.map(() => mkdtemp(join(tmpdir(), 'tonearm-rig-'))));
  const file = join(folders[0] ?? '', 'asound.conf');
  let configuration = pluginConfiguration(libraries) + (cards.some(({ iec958 }) => iec958 === true) ? HDMI : '');
  const rigs: Rig[] = [];
  for (const [at, options] of cards.entries()) {
    const mixer = 'mixer' in options ? options.mixer : {};
    const rig = new FileRig(folders[at] ?? '', at === 0 ? 'rig' : `rig${at + 1}`, file, mixer, options.iec958);
    configuration += await rig.writeFiles(options, mixer);
    rigs.push(rig);
  }
  await writeFile(file, configuration);
  return rigs;
}

/** Makes a card; the caller removes it with `cleanUp`, best in `t.teardown`. */
export async function createRig(options: RigOptions = {}): Promise<Rig> {
  const [rig] = await createRigs(options);
  if (rig === undefined) throw new Error('createRigs made no card');
  return rig;
}
