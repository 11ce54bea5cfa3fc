/** Applies the sound settings to the engine whenever they, or shuffling, have changed. Thread: main. */
import type { SoundSettings } from '../dsp/sound-settings.js';
import type { AudioEngine } from './engine/engine.js';
import type { GainEngine } from './engine/gain-engine.js';
import type { Player } from './types.js';

export interface AppliedSoundDeps {
  /** Another object after every change. */
  readonly settings: { read(): SoundSettings };
  readonly player: Pick<Player, 'modes'>;
  readonly gains: Pick<GainEngine, 'turn'>;
  readonly audio: Pick<AudioEngine, 'setSound'>;
}

export class AppliedSound {
  readonly #deps: AppliedSoundDeps;
  #sound: SoundSettings | undefined;
  #shuffle = false;

  constructor(deps: AppliedSoundDeps) {
    this.#deps = deps;
  }

  /** Nothing is done where nothing has changed. Gains first: they count from the moment at which ReplayGain does. */
  async look(): Promise<void> {
    const { settings, player, gains, audio } = this.#deps;
    const sound = settings.read();
    const { shuffle } = player.modes();
    const isCurrent = (): boolean => sound === this.#sound && shuffle === this.#shuffle;
    if (isCurrent()) return;
    this.#sound = sound;
    this.#shuffle = shuffle;
    await gains.turn(sound.replayGain.source !== 'off');
    if (isCurrent()) audio.setSound(sound, shuffle);
  }
}
