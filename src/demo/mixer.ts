/** Mixes the voices of a demo track, and adds echo and reverb. */
import { DEMO_SAMPLE_RATE, type Voice } from './instruments.js';

/** A stereo mix: two planes of Float32 samples at 44.1 kHz. */
export class Mixture {
  readonly left: Float32Array;
  readonly right: Float32Array;

  constructor(seconds: number) {
    const frames = Math.ceil(seconds * DEMO_SAMPLE_RATE);
    this.left = new Float32Array(frames);
    this.right = new Float32Array(frames);
  }

  /** Add `voice` from `start` for `length` seconds; `pan` goes from −1 (left) to 1 (right) at constant power. */
  add(voice: Voice, start: number, length: number, gain: number, pan: number): void {
    const from = Math.round(start * DEMO_SAMPLE_RATE);
    const to = Math.min(this.left.length, from + Math.round(length * DEMO_SAMPLE_RATE));
    const angle = ((pan + 1) * Math.PI) / 4;
    const gainLeft = gain * Math.cos(angle);
    const gainRight = gain * Math.sin(angle);
    for (let frame = from; frame < to; frame += 1) {
      const sample = voice((frame - from) / DEMO_SAMPLE_RATE);
      this.left[frame] = (this.left[frame] ?? 0) + gainLeft * sample;
      this.right[frame] = (this.right[frame] ?? 0) + gainRight * sample;
    }
  }

  /** Adds echoes that alternate between the sides, then a short reverb. */
  addSpace(echoSeconds: number, echoGain: number, roomGain: number): void {
    this.#addEcho(Math.round(echoSeconds * DEMO_SAMPLE_RATE), echoGain);
    this.#addRoom(roomGain);
  }

  #addEcho(delay: number, gain: number): void {
    for (let frame = delay; frame < this.left.length; frame += 1) {
      const left = this.left[frame - delay] ?? 0;
      const right = this.right[frame - delay] ?? 0;
      this.left[frame] = (this.left[frame] ?? 0) + gain * right;
      this.right[frame] = (this.right[frame] ?? 0) + gain * left;
    }
  }

  /** Four damped combs a side, of lengths without a common factor (Schroeder 1962). */
  #addRoom(gain: number): void {
    for (const [plane, lengths] of [
      [this.left, [1557, 1617, 1491, 1422]],
      [this.right, [1580, 1640, 1514, 1445]],
    ] as const) {
      const dry = plane.slice();
      for (const length of lengths) {
        const line = new Float32Array(length);
        let damped = 0;
        for (let frame = 0, at = 0; frame < dry.length; frame += 1, at = at + 1 === length ? 0 : at + 1) {
          const out = line[at] ?? 0;
          damped = 0.65 * out + 0.35 * damped;
          line[at] = (dry[frame] ?? 0) + 0.8 * damped;
          plane[frame] = (plane[frame] ?? 0) + gain * out;
        }
      }
    }
  }

  /** Normalises to a peak of −3 dBFS and fades both ends, so that no track begins or ends with a click. */
  finish(fadeInSeconds: number, fadeOutSeconds: number): void {
    const frames = this.left.length;
    let peak = 1e-9;
    for (const plane of [this.left, this.right]) for (const sample of plane) peak = Math.max(peak, Math.abs(sample));
    const gain = 0.708 / peak;
    for (let frame = 0; frame < frames; frame += 1) {
      const seconds = frame / DEMO_SAMPLE_RATE;
      const remaining = (frames - frame) / DEMO_SAMPLE_RATE;
      const fade = Math.min(1, seconds / fadeInSeconds) * Math.min(1, remaining / fadeOutSeconds);
      this.left[frame] = (this.left[frame] ?? 0) * gain * fade;
      this.right[frame] = (this.right[frame] ?? 0) * gain * fade;
    }
  }
}
