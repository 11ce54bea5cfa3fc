/** The instruments of the demo music as functions of time. */
import { type Random } from './random.js';

/** PCM frames a second of everything that the demo makes. */
export const DEMO_SAMPLE_RATE = 44_100;

/** An instrument: seconds since the note began to a sample around ±1. Called once a frame, in order. */
export type Voice = (seconds: number) => number;

const TAU = 2 * Math.PI;

/** An envelope: rises in `attack` seconds, stays, and falls in `release` seconds after `held`. */
function swell(seconds: number, attack: number, held: number, release: number): number {
  const rise = Math.min(1, seconds / attack);
  const fall = seconds < held ? 1 : Math.max(0, 1 - (seconds - held) / release);
  return rise * fall * fall;
}

/** A sine by complex rotation, one frame a call: the pads need millions, for which Math.sin is too slow. */
class Rotor {
  sine = 0;
  cosine = 1;
  readonly #sineStep: number;
  readonly #cosineStep: number;

  constructor(frequency: number) {
    this.#sineStep = Math.sin((TAU * frequency) / DEMO_SAMPLE_RATE);
    this.#cosineStep = Math.cos((TAU * frequency) / DEMO_SAMPLE_RATE);
  }

  advance(): void {
    const sine = this.sine * this.#cosineStep + this.cosine * this.#sineStep;
    this.cosine = this.cosine * this.#cosineStep - this.sine * this.#sineStep;
    this.sine = sine;
  }
}

/** A warm pad: three slightly detuned stacks of soft harmonics, slow at both ends. */
export function pad(frequency: number, held: number): Voice {
  const rotors = [0.9965, 1, 1.0035].map((detune) => new Rotor(frequency * detune));
  return (seconds) => {
    let sum = 0;
    for (const rotor of rotors) {
      const { sine, cosine } = rotor;
      // sin 2x and sin 3x by the multiple-angle formulas.
      sum += sine + 0.35 * 2 * sine * cosine + 0.12 * (3 - 4 * sine * sine) * sine;
      rotor.advance();
    }
    return 0.25 * sum * swell(seconds, 0.5, held, 1.1);
  };
}

/** An electric piano after the FM classics: a body at 1:1 whose brightness fades, and a short tine at 14:1. */
export function electricPiano(frequency: number, held: number): Voice {
  return (seconds) => {
    const fade = Math.exp(-1.6 * seconds);
    const body = Math.sin(TAU * frequency * seconds + 1.4 * fade * Math.sin(TAU * frequency * seconds));
    const tine = Math.sin(
      TAU * frequency * seconds + 0.5 * Math.exp(-18 * seconds) * Math.sin(TAU * frequency * 14 * seconds),
    );
    return (0.65 * body + 0.35 * tine) * fade * swell(seconds, 0.004, held, 0.4);
  };
}

/** A glassy bell: FM at an uneven ratio. */
export function bell(frequency: number, held: number): Voice {
  return (seconds) => {
    const modulator = 1.8 * Math.exp(-4 * seconds) * Math.sin(TAU * frequency * 3.5 * seconds);
    return (
      Math.sin(TAU * frequency * seconds + modulator) * Math.exp(-2.2 * seconds) * swell(seconds, 0.003, held, 0.9)
    );
  };
}

/** A short plucked tone for arpeggios. */
export function pluck(frequency: number, held: number): Voice {
  return (seconds) => {
    const modulator = 2.2 * Math.exp(-14 * seconds) * Math.sin(TAU * frequency * 2 * seconds);
    return Math.sin(TAU * frequency * seconds + modulator) * Math.exp(-6 * seconds) * swell(seconds, 0.002, held, 0.2);
  };
}

/** A round bass: the tone itself and a little of its octave. */
export function bass(frequency: number, held: number): Voice {
  return (seconds) => {
    const phase = TAU * frequency * seconds;
    return (
      (0.85 * Math.sin(phase) + 0.25 * Math.exp(-5 * seconds) * Math.sin(2 * phase)) * swell(seconds, 0.008, held, 0.12)
    );
  };
}

/** A soft kick: a sine that falls from 120 to 46 Hz. */
export function kick(): Voice {
  return (seconds) => {
    const phase = TAU * (46 * seconds + (74 / 28) * (1 - Math.exp(-28 * seconds)));
    return Math.sin(phase) * Math.exp(-9 * seconds) * Math.min(1, seconds / 0.002);
  };
}

/** A brushed snare: noise over a short tone. */
export function brush(random: Random): Voice {
  return (seconds) => {
    const noise = 2 * random.next() - 1;
    return (
      (0.5 * noise * Math.exp(-16 * seconds) + 0.3 * Math.sin(TAU * 190 * seconds) * Math.exp(-28 * seconds)) * 0.8
    );
  };
}

/** A hi-hat: noise without its low end (first difference), gone in a moment. */
export function hat(random: Random): Voice {
  let before = 0;
  return (seconds) => {
    const noise = 2 * random.next() - 1;
    const high = noise - before;
    before = noise;
    return 0.35 * high * Math.exp(-55 * seconds);
  };
}
