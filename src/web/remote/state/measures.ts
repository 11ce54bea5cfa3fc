/** Sizes, gains, frequencies and times as this phone's language writes them. */
import { language } from './language.js';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.4 GB`: three digits at most. */
export function bytesText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return number(value, { style: 'unit', unit: UNITS[step], maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 });
}

/** `+3.5 dB`, of tenths. */
export function gainText(tenths: number): string {
  return `${number(tenths / 10, { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 })} dB`;
}

/** `125 Hz`, `1.5 kHz`. */
export function frequencyText(hertz: number): string {
  return hertz < 1000 ? `${hertz} Hz` : `${number(hertz / 1000, { maximumFractionDigits: 3 })} kHz`;
}

export function percentText(percent: number): string {
  return number(percent / 100, { style: 'percent', maximumFractionDigits: 0 });
}

/** `-20 ms`. */
export function millisecondsText(milliseconds: number): string {
  return number(milliseconds, { style: 'unit', unit: 'millisecond' });
}

/** Version, time and hash of a commit, as `npm run image` writes them. */
const BUILD = /^([^+]+)\+(\d{4})(\d\d)(\d\d)\.(\d\d)(\d\d)(\d\d)\.[0-9a-f]+$/;

/** `0.1.0 (26 Nov 2026, 23:08)` for a version of the system that names its commit; any other one as it is. */
export function versionText(version: string): string {
  const [, release, ...numbers] = BUILD.exec(version) ?? [];
  if (release === undefined) return version;
  const [year = 0, month = 1, day, hours, minutes, seconds] = numbers.map(Number);
  return `${release} (${momentText(Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000)})`;
}

/** @param seconds since 1970 */
export function momentText(seconds: number): string {
  return new Intl.DateTimeFormat(language().code, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

function number(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language().code, options).format(value);
}
