/**
 * The built-in tone, which needs no library, no network and no share: a WAV file that is written when it is first needed and
 * played like any track. Thread: main.
 */
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavHeader } from '../wav-header.js';

const RATE = 44_100;
/** Strokes of a bell in Hz, each a quarter of a second, and a rest: C6, E6, G6, E6. */
const STROKES = [1046.5, 1318.5, 1568, 1318.5];
const STROKE_SECONDS = 0.25;
const ROUND_SECONDS = 2;
/** Rounds in the file, so that it is repeated seldom. */
const ROUNDS = 8;
/** Frequencies and shares of the partials of a bell; all together below full scale. */
const PARTIALS = [
  [1, 0.5],
  [2, 0.18],
  [3.01, 0.08],
] as const;
const DECAY_SECONDS = 0.35;
const ATTACK_SECONDS = 0.005;

/** Name of the file, which is also what is shown as the title. */
export const TONE_NAME = 'Alarm.wav';

/** @returns its path. @throws Error of the disk */
export async function writeTone(folder: string): Promise<string> {
  const file = join(folder, TONE_NAME);
  const bytes = toneBytes();
  const there = await stat(file).catch(() => undefined);
  if (there?.size === bytes.length) return file;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
  return file;
}

/** 16-bit mono. */
function toneBytes(): Buffer {
  const one = Buffer.from(roundSamples().buffer);
  const rounds = Array.from({ length: ROUNDS }, () => one);
  return Buffer.concat([wavHeader(RATE, 1, one.length * ROUNDS), ...rounds]);
}

function roundSamples(): Int16Array {
  const sum = new Float64Array(ROUND_SECONDS * RATE);
  for (const [index, frequency] of STROKES.entries()) {
    const from = Math.round(index * STROKE_SECONDS * RATE);
    for (let at = from; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + strokeAt(frequency, (at - from) / RATE);
  }
  return Int16Array.from(sum, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_000));
}

function strokeAt(frequency: number, seconds: number): number {
  const attack = Math.min(1, seconds / ATTACK_SECONDS);
  let sum = 0;
  for (const [factor, share] of PARTIALS) {
    const decay = Math.exp((-seconds * Math.sqrt(factor)) / DECAY_SECONDS);
    sum += share * decay * Math.sin(2 * Math.PI * frequency * factor * seconds);
  }
  return attack * sum;
}
