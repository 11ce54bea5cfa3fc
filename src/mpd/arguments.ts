/** Arguments of commands as numbers, ranges and positions, refused with MPD's texts (`src/protocol/ArgParser.cxx`). Pure. */
import { ACK, Ack, badArgument, badIndex } from './ack.js';

const INT_MAX = 2 ** 31 - 1;
const UNSIGNED_MAX = 2 ** 32 - 1;
/** The end of a range that has none. */
export const OPEN = UNSIGNED_MAX;

/** From `start` on up to, but without, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export const EVERYTHING: Range = { start: 0, end: OPEN };

const INTEGER = /^[\t-\r ]*[+-]?\d+$/;
const FLOAT = /^[\t-\r ]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** As strtol(3) reads a whole text. @throws Ack */
export function integer(text: string, least = -INT_MAX - 1, most = INT_MAX): number {
  if (!INTEGER.test(text)) throw badArgument(`Integer expected: ${text}`);
  const value = Number(text);
  if (value < least || value > most) throw badArgument(`Number too large: ${text}`);
  return value;
}

/** As strtoul(3), but that a negative number is too large. @throws Ack */
export function unsigned(text: string, most = UNSIGNED_MAX): number {
  if (!INTEGER.test(text)) throw badArgument(`Integer expected: ${text}`);
  const value = Number(text);
  if (value < 0 || value > most) throw badArgument(`Number too large: ${text}`);
  return value;
}

/** @throws Ack */
export function boolean(text: string): boolean {
  const value = INTEGER.test(text) ? Number(text) : -1;
  if (value !== 0 && value !== 1) throw badArgument(`Boolean (0/1) expected: ${text}`);
  return value === 1;
}

/** @throws Ack */
export function float(text: string): number {
  if (!FLOAT.test(text)) throw badArgument(`Float expected: ${text}`);
  return Number(text);
}

/** Seconds as milliseconds. @throws Ack */
export function time(text: string): number {
  const seconds = float(text);
  if (seconds < 0) throw badArgument(`Negative value not allowed: ${text}`);
  return Math.min(Math.round(seconds * 1000), INT_MAX);
}

const RANGE = /^[\t-\r ]*([+-]?\d+)(?:(:)[\t-\r ]*([+-]?\d+)?)?$/;

/** `5`, `5:8` or `5:`; `-1` is everything. @throws Ack */
export function range(text: string): Range {
  const [, first, colon, last] = RANGE.exec(text) ?? [];
  if (first === undefined) throw badArgument(`Integer or range expected: ${text}`);
  const start = Number(first);
  if (start === -1 && colon === undefined) return EVERYTHING;
  requireBound(start, text);
  if (colon === undefined) return { start, end: start + 1 };
  if (last === undefined) return { start, end: OPEN };
  const end = Number(last);
  requireBound(end, text);
  if (start > end) throw badArgument(`Malformed range: ${text}`);
  return { start, end };
}

function requireBound(value: number, text: string): void {
  if (value < 0) throw badArgument(`Number is negative: ${text}`);
  if (value > INT_MAX) throw badArgument(`Number too large: ${text}`);
}

/** Cut at the end of a list. @throws Ack when it begins behind it */
export function within({ start, end }: Range, length: number): Range {
  if (start > length) throw badIndex();
  return { start, end: Math.min(end, length) };
}

/** Cut at both ends of a list. */
export function clipped({ start, end }: Range, length: number): Range {
  const last = Math.min(end, length);
  return { start: Math.min(start, last), end: last };
}

export interface QueueExtent {
  readonly length: number;
  /** Index of the current song; undefined for none. */
  readonly current: number | undefined;
}

function requireCurrent({ current }: QueueExtent): number {
  if (current === undefined) throw new Ack(ACK.playerSync, 'No current song');
  return current;
}

/** An index to insert at; `+N` counts behind the current song, `-N` before it. @throws Ack */
export function insertPosition(text: string, extent: QueueExtent): number {
  const sign = text[0];
  if (sign !== '+' && sign !== '-') return unsigned(text, extent.length);
  const current = requireCurrent(extent);
  if (sign === '+') return current + 1 + unsigned(text.slice(1), extent.length - current - 1);
  return current - unsigned(text.slice(1), current);
}

/** Where the first of the moved songs is to stand. @throws Ack */
export function moveDestination(text: string, { start, end }: Range, extent: QueueExtent): number {
  const sign = text[0];
  const count = end - start;
  if (sign !== '+' && sign !== '-') return unsigned(text, Math.max(extent.length - count, 0));
  const current = requireCurrent(extent);
  if (current >= start && current < end) throw badArgument('Cannot move current song relative to itself');
  const left = current >= end ? current - count : current;
  const given = unsigned(text.slice(1), Math.max(extent.length - left - count, 0));
  return sign === '+' ? left + 1 + given : Math.max(left - given, 0);
}
