/**
 * What a USB sound card takes, told without opening it. Source: `/proc/asound/card<n>/stream<device>`
 * (snd-usb-audio, sound/usb/proc.c).
 */
import type { PcmLimits } from '../output-device.js';

/** The rates that people's files have, for cards that take any between two. */
export const USUAL_RATES = [
  8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000,
];

/** @returns undefined when the text tells of no playback */
export function limitsOf(text: string): PcmLimits | undefined {
  const [, playback] = /^Playback:$([\s\S]*?)(?:^Capture:$|(?![\s\S]))/m.exec(text) ?? [];
  if (playback === undefined) return undefined;
  const values = (key: string): string[] =>
    [...playback.matchAll(new RegExp(`^ +${key}: (.+)$`, 'gm'))].map(([, value = '']) => value);
  const formats = new Set(values('Format').flatMap((value) => value.split(/[ ,]+/)));
  const channels = new Set(values('Channels').map(Number));
  const rates = new Set(values('Rates').flatMap(ratesOf));
  if (formats.size === 0 || rates.size === 0) return undefined;
  return { formats: [...formats].sort(), rates: ascending(rates), channels: ascending(channels) };
}

/** `44100, 48000`, or `8000 - 48000 (continuous)`. */
function ratesOf(value: string): number[] {
  const [, least, most] = /^(\d+) - (\d+) \(continuous\)/.exec(value) ?? [];
  if (least === undefined) return value.split(/[ ,]+/).map(Number);
  return USUAL_RATES.filter((rate) => rate >= Number(least) && rate <= Number(most));
}

function ascending(numbers: ReadonlySet<number>): number[] {
  return [...numbers].filter((number) => Number.isSafeInteger(number) && number > 0).sort((a, b) => a - b);
}
