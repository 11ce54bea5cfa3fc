/** What a device gave for what it was asked, for logs and people. */
import type { Log } from '../log.js';
import { SAMPLE_FORMAT_NAMES, type NativePcm } from '../native.js';
import type { FrameCount, SampleRateHz } from '../units.js';
import { ringWords, Word, type RingHandle } from './ring-layout.js';

const REPORT_MILLISECONDS = 500;

export interface Negotiated {
  /** PCM name. */
  readonly device: string;
  /** ALSA card number, or -1. */
  readonly card: number;
  readonly rate: SampleRateHz;
  readonly format: string;
  readonly period: FrameCount;
  readonly buffer: FrameCount;
}

export function negotiatedOf(device: string, pcm: NativePcm): Negotiated {
  const { card, rate, format, periodFrames: period, bufferFrames: buffer } = pcm;
  return { device, card, rate, format: SAMPLE_FORMAT_NAMES[format], period, buffer };
}

/** @param wanted rate of the track */
export function logOpen(log: Log, { card: _, ...facts }: Negotiated, wanted: SampleRateHz | undefined): void {
  const resampled = facts.rate === wanted ? {} : { resampled: `from ${wanted}: the device lacks this rate` };
  log.info('output open', { ...facts, ...resampled });
}

/** Says once whether the writer thread, which asks for real-time scheduling by itself, was refused it. */
export function reportScheduling(log: Log, ring: RingHandle): void {
  setTimeout(() => {
    if (Atomics.load(ringWords(ring), Word.realtime) === 0) {
      log.info('real-time scheduling was refused: playing without it (rtprio in limits.conf(5) grants it)');
    }
  }, REPORT_MILLISECONDS).unref();
}
