/** Times as UPnP writes them: `H+:MM:SS[.F+]` (AVTransport:1 section 2.2.15), and how long a subscription is valid. Pure. */
import { type Milliseconds, milliseconds } from '../units.js';

const TIME = /^\+?(\d{1,5}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9})(?:\/\d{1,9})?)?$/;
/** Seconds of a subscription: what is named, within these bounds. */
const SUBSCRIBED = { least: 60, most: 1800 };

/** In whole seconds: some devices and controllers read no fractions. */
export function timeText(time: Milliseconds): string {
  const seconds = Math.floor(Math.max(0, time) / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Undefined for what is no time, such as `NOT_IMPLEMENTED`. Fractions are read as decimals. */
export function readTime(text: string): Milliseconds | undefined {
  const [, hours, minutes, seconds, fraction = '0'] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return milliseconds(Math.round((whole + Number(`0.${fraction}`)) * 1000));
}

/** @param header `TIMEOUT`: `Second-300`, or `infinite`, which nobody gets (UPnP Device Architecture 1.0 section 4.1) */
export function readSeconds(header: string): number {
  const [, seconds] = /^Second-(\d{1,9})$/i.exec(header.trim()) ?? [];
  return Math.min(Math.max(Number(seconds ?? SUBSCRIBED.most), SUBSCRIBED.least), SUBSCRIBED.most);
}
