/** Times as AVTransport writes them, `H+:MM:SS[.F+]`. Source: AVTransport:1 section 2.2.15. Pure. */
import { type Milliseconds, milliseconds } from '../units.js';

const TIME = /^(\d{1,5}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9})(?:\/\d{1,9})?)?$/;

/** In whole seconds, which every controller reads. */
export function timeText(time: Milliseconds): string {
  const seconds = Math.floor(Math.max(0, time) / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Undefined for what is no time. Fractions are read as decimals. */
export function readTime(text: string): Milliseconds | undefined {
  const [, hours, minutes, seconds, fraction = '0'] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return milliseconds(Math.round((whole + Number(`0.${fraction}`)) * 1000));
}
