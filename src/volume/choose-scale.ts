/** Which way an open output is made louder and quieter, by what is wanted and what there is. Thread: main. */
import type { Log } from '../log.js';
import { ctlNames, type Mixers, type NamedMixer } from './mixers.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import type { VolumeMemory } from './memory.js';
import {
  FixedVolume,
  HardwareVolume,
  MakeshiftVolume,
  SoftwareVolume,
  type SetGain,
  type VolumeMode,
  type VolumeScale,
} from './scales.js';

/** An output whose device is open. */
export interface OpenOutput {
  readonly target: SinkTarget;
  /** ALSA card behind it, or -1. */
  readonly card: number;
}

/** The scale for an open output that comes nearest to a mode. */
export type Choose = (output: OpenOutput, mode: VolumeMode) => VolumeScale | Promise<VolumeScale>;

/** What was chosen for an output, and why. */
export interface Choice {
  readonly scale: VolumeScale;
  /** Undefined: nobody has chosen a mode. */
  readonly byHand: VolumeMode | undefined;
  readonly mode: VolumeMode;
}

export interface ChoiceParts {
  readonly choose: Choose;
  readonly memory: Pick<VolumeMemory, 'loadMode'>;
}

const DEFAULT_MODE: VolumeMode = 'hardware';

/** The mode that a person wants for an output. */
export async function wantedMode(memory: Pick<VolumeMemory, 'loadMode'>, key: string): Promise<VolumeMode> {
  return (await memory.loadMode(key)) ?? DEFAULT_MODE;
}

/** The scale for the mode that is wanted, also where another one is while a mixer is being opened. */
export async function chooseWanted({ choose, memory }: ChoiceParts, output: OpenOutput): Promise<Choice> {
  const { key } = output.target;
  for (;;) {
    const byHand = await memory.loadMode(key);
    const mode = byHand ?? DEFAULT_MODE;
    const scale = await choose(output, mode);
    if ((await memory.loadMode(key)) === byHand) return { scale, byHand, mode };
    scale.close();
  }
}

/** They have one mixer. */
export function isSameOutput(one: OpenOutput | undefined, other: OpenOutput): boolean {
  if (one === undefined || one.card !== other.card || one.target.key !== other.target.key) return false;
  const [mixer, another] = [one.target.mixer, other.target.mixer];
  if (typeof mixer !== 'object' || typeof another !== 'object') return mixer === another;
  return mixer.card === another.card && mixer.control === another.control;
}

/**
 * The scale for an output that comes nearest to a mode; while its mixer does not answer in time that is a
 * MakeshiftVolume. Never rejects.
 */
export async function chooseScale(
  mixers: Mixers,
  { target, card }: OpenOutput,
  mode: VolumeMode,
  setGain: SetGain,
  log: Log,
): Promise<VolumeScale> {
  return scaleOf(await openMixer(mixers, target, card, log), mode, setGain);
}

/** The same where what comes of its mixer is known; undefined: it has none. */
export function scaleOf(mixer: NamedMixer | 'late' | undefined, mode: VolumeMode, setGain: SetGain): VolumeScale {
  if (mixer === 'late') return new MakeshiftVolume(setGain);
  if (mode === 'fixed') return new FixedVolume(setGain, mixer);
  return mixer === undefined || mode === 'software'
    ? new SoftwareVolume(setGain, mixer)
    : new HardwareVolume(mixer, setGain);
}

async function openMixer(
  mixers: Mixers,
  target: SinkTarget,
  card: number,
  log: Log,
): Promise<NamedMixer | 'late' | undefined> {
  const { mixer } = target;
  const names = namesOf(target, card);
  if (names.length === 0) return undefined;
  const isNamed = typeof mixer === 'object';
  try {
    return await mixers.open(names, isNamed ? mixer.control : '');
  } catch (error) {
    if (isNamed) {
      log.warn('the mixer that was named is not there, using software volume', { mixer: mixer.card, error });
    }
    return undefined;
  }
}

/** The best first. */
function namesOf({ mixer, sink: { device } }: SinkTarget, card: number): readonly string[] {
  if (mixer === undefined) return [];
  if (mixer !== 'card') return ctlNames(mixer);
  if (card >= 0) return [`hw:${card}`];
  return device === undefined ? [] : [device]; // a plugin without a card may have a control of its own name
}
