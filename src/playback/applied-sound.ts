/** Applies the sound settings to the engine whenever they, or shuffling, have changed. Thread: main. */
import type { SoundSettings } from '../dsp/sound-settings.js';
import type { Engine } from './engine/engine.js';
import type { Pipeline } from './engine/pipeline.js';
import type { Player } from './player.js';

export interface AppliedSoundDeps {
  /** Another object after every change. */
  readonly settings: { read(): SoundSettings };
  readonly player: Pick<Player, 'modes'>;
  readonly engine: Pick<Engine, 'setReplayGain'>;
  readonly pipeline: Pick<Pipeline, 'setSound'>;
}

export class AppliedSound {
  #sound: SoundSettings | undefined;
  #shuffle = false;

  constructor(private readonly deps: AppliedSoundDeps) {}

  /** Nothing is done where nothing has changed. Gains first: they count from the moment at which ReplayGain does. */
  async look(): Promise<void> {
    const { settings, player, engine, pipeline } = this.deps;
    const sound = settings.read();
    const { shuffle } = player.modes();
    const isCurrent = (): boolean => sound === this.#sound && shuffle === this.#shuffle;
    if (isCurrent()) return;
    this.#sound = sound;
    this.#shuffle = shuffle;
    await engine.setReplayGain(sound.replayGain.source !== 'off');
    if (isCurrent()) pipeline.setSound(sound, shuffle);
  }
}
