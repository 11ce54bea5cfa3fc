/** Volume, crossfade and ReplayGain. */
import type { SettingsRecord } from '../../settings/settings.js';
import { ACK, Ack, badArgument, notSupported } from '../ack.js';
import { float, integer, unsigned } from '../arguments.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';

/** The longest crossfade of the sound settings, in seconds. */
const LONGEST_FADE = 15;

type ReplayGainSource = SettingsRecord['replayGain']['source'];

const GAIN_MODES: Readonly<Record<string, ReplayGainSource>> = {
  off: 'off',
  track: 'track',
  album: 'album',
  auto: 'smart',
};

export function volumeCommands({ volume, shownVolume, settings }: Context): Command[] {
  /** A change that is smaller than a step of the mixer still moves it by one. */
  async function change(by: number): Promise<void> {
    shownVolume.forget();
    const before = shownVolume.read();
    if (before === undefined) throw new Ack(ACK.system, 'No mixer');
    if (by === 0) return;
    const { volume: step } = volume.read();
    await volume.setPercent(Math.min(Math.max(before + by, 0), 100));
    if (volume.read().volume === step) await volume.adjust(Math.sign(by));
  }

  const setCrossfade = (seconds: number): Promise<void> => {
    const { crossfade } = settings.read();
    const when = seconds === 0 ? 'never' : crossfade.when === 'never' ? 'trackEnd' : crossfade.when;
    const durations = seconds === 0 ? {} : { fadeInDuration: seconds, fadeOutDuration: seconds };
    return settings.change({ crossfade: { ...crossfade, ...durations, when } });
  };

  return [
    command('setvol', [1, 1], async ({ args: [percent = ''] }) => volume.setPercent(unsigned(percent, 100))),
    command('volume', [1, 1], async ({ args: [by = ''] }) => change(integer(by, -100, 100))),
    command('getvol', [0, 0], ({ reply }) => {
      const shown = shownVolume.read();
      if (shown !== undefined) reply.line('volume', shown);
    }),
    command(
      'crossfade',
      [1, 1],
      async ({ args: [seconds = ''] }) => {
        const wanted = unsigned(seconds);
        if (wanted > LONGEST_FADE) throw badArgument(`Number too large: ${seconds}`);
        await setCrossfade(wanted);
      },
      'changes',
    ),
    command('mixrampdb', [1, 1], ({ args: [level = ''] }) => {
      if (float(level) !== 0) throw notSupported('MixRamp is not supported');
    }),
    command('mixrampdelay', [1, 1], ({ args: [delay = ''] }) => {
      if (!/^-?nan$/i.test(delay) && float(delay) > 0) throw notSupported('MixRamp is not supported');
    }),
    command(
      'replay_gain_mode',
      [1, 1],
      async ({ args: [mode = ''] }) => {
        const source = Object.hasOwn(GAIN_MODES, mode) ? GAIN_MODES[mode] : undefined;
        if (source === undefined) throw badArgument('Unrecognized replay gain mode');
        await settings.change({ replayGain: { ...settings.read().replayGain, source } });
      },
      'changes',
    ),
    command('replay_gain_status', [0, 0], ({ reply }) => {
      const { source } = settings.read().replayGain;
      const [mode = 'off'] = Object.entries(GAIN_MODES).find(([, each]) => each === source) ?? [];
      reply.line('replay_gain_mode', mode);
    }),
  ];
}
