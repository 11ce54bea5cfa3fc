/** Renders a demo track: chords, bass and percussion of its style, from a seeded random generator. */
import { type DemoTrack, type Style } from './albums.js';
import { bass, bell, brush, electricPiano, hat, kick, pad, pluck } from './instruments.js';
import { Mixture } from './mixer.js';
import { type Random, seededRandom } from './random.js';

const BEATS_PER_BAR = 4;
/** Seconds of decay after the last bar. */
const TAIL_SECONDS = 2.2;
const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;

/** Renders a track; the same samples every time. */
export function renderTrack(track: DemoTrack, style: Style): Mixture {
  const beat = 60 / track.beatsPerMinute;
  const barSeconds = BEATS_PER_BAR * beat;
  const mixture = new Mixture(track.bars * barSeconds + TAIL_SECONDS);
  const random = seededRandom(track.seed);
  for (let bar = 0; bar < track.bars; bar += 1) {
    const degree = track.chords[bar % track.chords.length] ?? 0;
    const at = { mixture, random, track, degree, bar, start: bar * barSeconds, beat };
    if (style === 'calm') playCalmBar(at);
    else playDrivingBar(at);
  }
  mixture.addSpace(0.75 * beat, style === 'calm' ? 0.3 : 0.22, style === 'calm' ? 0.09 : 0.05);
  mixture.finish(0.02, 1.5);
  return mixture;
}

interface Bar {
  readonly mixture: Mixture;
  readonly random: Random;
  readonly track: DemoTrack;
  readonly degree: number;
  readonly bar: number;
  /** Seconds from the beginning of the track. */
  readonly start: number;
  /** Seconds a beat. */
  readonly beat: number;
}

function playCalmBar({ mixture, random, track, degree, bar, start, beat }: Bar): void {
  const length = BEATS_PER_BAR * beat;
  [0, 2, 4, 6].forEach((step, voice) => {
    mixture.add(pad(frequencyOf(track.tonic, degree + step), length), start, length + 1.1, 0.1, -0.6 + 0.4 * voice);
  });
  mixture.add(bass(frequencyOf(track.tonic - 12, degree), 0.9 * length), start, length, 0.28, 0);
  // Broken chords in eighths, with a little random timing and level.
  const figure = [0, 4, 7, 9, 11, 9, 7, 4];
  figure.forEach((step, eighth) => {
    const gain = 0.13 + 0.05 * random.next();
    const at = start + (eighth * beat) / 2 + 0.012 * random.next();
    mixture.add(electricPiano(frequencyOf(track.tonic, degree + step), beat), at, 1.6 * beat, gain, 0.35);
  });
  if (bar > 0) playMelody({ mixture, random, track, degree, bar, start, beat }, [0, 1.5, 3], 0.16, -0.3);
}

function playDrivingBar({ mixture, random, track, degree, bar, start, beat }: Bar): void {
  const length = BEATS_PER_BAR * beat;
  [0, 2, 4].forEach((step, voice) => {
    mixture.add(pad(frequencyOf(track.tonic, degree + step), length), start, length + 1.1, 0.07, -0.5 + 0.5 * voice);
  });
  for (let sixteenth = 0; sixteenth < 16; sixteenth += 1) {
    const at = start + (sixteenth * beat) / 4;
    const step = [0, 2, 4, 7, 4, 2, 9, 7][sixteenth % 8] ?? 0;
    const gain = sixteenth % 4 === 0 ? 0.16 : 0.1;
    mixture.add(
      pluck(frequencyOf(track.tonic + 12, degree + step), beat / 4),
      at,
      beat,
      gain,
      0.6 * Math.sin(sixteenth),
    );
    if (sixteenth % 2 === 0) mixture.add(hat(random), at, 0.12, sixteenth % 4 === 2 ? 0.13 : 0.06, 0.25);
  }
  for (let eighth = 0; eighth < 8; eighth += 1) {
    if (eighth === 3) continue;
    const tone = bass(frequencyOf(track.tonic - 24, eighth === 7 ? degree + 4 : degree), 0.4 * beat);
    mixture.add(tone, start + (eighth * beat) / 2, beat / 2 + 0.1, 0.3, 0);
  }
  for (const quarter of [0, 2, 2.5]) mixture.add(kick(), start + quarter * beat, 0.6, 0.5, 0);
  for (const quarter of [1, 3]) mixture.add(brush(random), start + quarter * beat, 0.4, 0.26, -0.1);
  if (bar > 1) playMelody({ mixture, random, track, degree, bar, start, beat }, [0, 0.75, 1.5, 2.5, 3.25], 0.14, 0.15);
}

/** A melody of chord tones on the beat and neighbours between; every fourth bar is one long tone. */
function playMelody(at: Bar, beats: readonly number[], gain: number, pan: number): void {
  const { mixture, random, track, degree, bar, start, beat } = at;
  const rests = bar % 4 === 3;
  for (const offset of rests ? beats.slice(0, 1) : beats) {
    const chordTone = [0, 2, 4, 7][random.below(4)] ?? 0;
    const step = Number.isInteger(offset) ? chordTone : chordTone + (random.below(2) === 0 ? 1 : -1);
    const held = rests ? 3 * beat : 1.2 * beat;
    const tone = bell(frequencyOf(track.tonic + 12, degree + step), held);
    mixture.add(tone, start + offset * beat, held + 0.9, gain, pan);
  }
}

/** The frequency of a degree of the major scale on `tonic` (MIDI), equal temperament, A4 = 440 Hz. */
function frequencyOf(tonic: number, degree: number): number {
  const octave = Math.floor(degree / MAJOR.length);
  const semitone = MAJOR[degree - octave * MAJOR.length] ?? 0;
  return 440 * 2 ** ((tonic + 12 * octave + semitone - 69) / 12);
}
