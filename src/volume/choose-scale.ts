/** Chooses the scale for an open output, by the mode that is requested and the mixer that there is. Thread: main. */
import type { Log } from '../log.js';
import type { NativeMixer } from '../native.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import { HardwareScale } from './hardware-scale.js';
import type { VolumeMemory } from './volume-store.js';
import { ctlNames, type Mixers, type NamedMixer } from './mixers.js';
import type { SetGain, VolumeMode, VolumeScale } from './scale.js';
import { FallbackScale, FixedScale, SoftwareScale } from './software-scale.js';

/** An output whose device is open. */
export interface OpenOutput {
  readonly target: SinkTarget;
  /** ALSA card behind it, or -1. */
  readonly card: number;
}

/** The scale for an open output that comes nearest to a mode. */
export type Choose = (output: OpenOutput, mode: VolumeMode) => VolumeScale | Promise<VolumeScale>;

/** The scale that was chosen for an output, and the mode that it was chosen for. */
export interface Choice {
  readonly scale: VolumeScale;
  readonly mode: VolumeMode;
  /** Nobody has chosen a mode. */
  readonly isDefault: boolean;
}

export interface ChoiceDeps {
  readonly choose: Choose;
  readonly memory: Pick<VolumeMemory, 'loadMode'>;
}

const DEFAULT_MODE: VolumeMode = 'hardware';

/** The mode that a person chose for an output, or the default. */
export async function requestedMode(memory: Pick<VolumeMemory, 'loadMode'>, key: string): Promise<VolumeMode> {
  return (await memory.loadMode(key)) ?? DEFAULT_MODE;
}

/** The scale for the requested mode, also where another mode is requested while the mixer is being opened. */
export async function chooseRequested({ choose, memory }: ChoiceDeps, output: OpenOutput): Promise<Choice> {
  const { key } = output.target;
  for (;;) {
    const stored = await memory.loadMode(key);
    const mode = stored ?? DEFAULT_MODE;
    const scale = await choose(output, mode);
    if ((await memory.loadMode(key)) === stored) return { scale, mode, isDefault: stored === undefined };
    scale.close();
  }
}

/** Whether two outputs have the same mixer. */
export function isSameOutput(one: OpenOutput, other: OpenOutput): boolean {
  if (one.card !== other.card || one.target.key !== other.target.key) return false;
  const [mixer, another] = [one.target.mixer, other.target.mixer];
  if (typeof mixer !== 'object' || typeof another !== 'object') return mixer === another;
  return mixer.card === another.card && mixer.control === another.control;
}

/** Opens the output's mixer and chooses by it; while it does not answer in time: a `FallbackScale`. Never rejects. */
export async function chooseScale(
  mixers: Mixers,
  { target, card }: OpenOutput,
  mode: VolumeMode,
  setGain: SetGain,
  log: Log,
): Promise<VolumeScale> {
  if (target.openMixer !== undefined) return remoteScale(target.openMixer, mode, log);
  return scaleOf(await openMixer(mixers, target, card, log), mode, setGain);
}

/**
 * The scale of a network player, whose samples nobody scales here: its own control, or none. Software volume would leave it as
 * loud as it can be.
 */
function remoteScale(openMixer: () => NativeMixer | undefined, mode: VolumeMode, log: Log): VolumeScale {
  const setGain = (): void => undefined;
  try {
    const mixer = openMixer();
    const named = mixer && { mixer, card: 'renderer' };
    return named === undefined
      ? new FixedScale(setGain)
      : scaleOf(named, mode === 'fixed' ? mode : 'hardware', setGain);
  } catch (error) {
    log.debug('volume of the network player: not known (it is away)', { error });
    return new FallbackScale(setGain);
  }
}

/** The scale for a mode with a mixer that was opened. @param mixer undefined: the output has none */
export function scaleOf(mixer: NamedMixer | 'late' | undefined, mode: VolumeMode, setGain: SetGain): VolumeScale {
  if (mixer === 'late') return new FallbackScale(setGain);
  if (mode === 'fixed') return new FixedScale(setGain, mixer);
  return mixer === undefined || mode === 'software'
    ? new SoftwareScale(setGain, mixer)
    : new HardwareScale(mixer, setGain);
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
    if (isNamed) log.warn('configured mixer not found: using software volume', { mixer: mixer.card, error });
    return undefined;
  }
}

/** Names of the output's ctl, the best first. */
function namesOf({ mixer, sink: { device } }: SinkTarget, card: number): readonly string[] {
  if (mixer === undefined) return [];
  if (mixer !== 'card') return ctlNames(mixer);
  if (card >= 0) return [`hw:${card}`];
  return device === undefined ? [] : [device]; // a plugin without a card may have a control of its own name
}
