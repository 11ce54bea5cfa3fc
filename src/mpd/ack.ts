/**
 * Refusals as the protocol has them: `ACK [code@index] {command} text`. Codes are those of MPD's `src/protocol/Ack.hxx`,
 * texts those of MPD wherever MPD refuses the same. `ackOf` is the one place that turns errors of the house into codes.
 */
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  TonearmError,
  TooManyAttempts,
  Unauthorized,
  Unreadable,
} from '../errors.js';

export const ACK = {
  notList: 1,
  argument: 2,
  password: 3,
  permission: 4,
  unknown: 5,
  noExist: 50,
  playlistMax: 51,
  system: 52,
  playerSync: 55,
  exist: 56,
} as const;

/** Fires when a command is refused. A retry of the same command in the same state fails again. */
export class Ack extends Error {
  constructor(
    readonly code: number,
    text: string,
  ) {
    super(text);
  }
}

export const badArgument = (text: string): Ack => new Ack(ACK.argument, text);
export const noSuchSong = (): Ack => new Ack(ACK.noExist, 'No such song');
export const badIndex = (): Ack => new Ack(ACK.argument, 'Bad song index');
export const notPlaying = (): Ack => new Ack(ACK.playerSync, 'Not playing');
export const noSuchDirectory = (): Ack => new Ack(ACK.noExist, 'No such directory');
export const noSuchPlaylist = (): Ack => new Ack(ACK.noExist, 'No such playlist');

/** Refuses what MPD can and this box cannot. The text says what to do instead, where there is something. */
export const notSupported = (text: string): Ack => new Ack(ACK.unknown, text);

/** Codes of Conflicts that mean that something holds no more. */
const FULL = new Set(['QUEUE_FULL', 'PLAYLIST_FULL', 'TOO_MANY_PLAYLISTS', 'TOO_MANY_STICKERS']);

function codeOf(error: TonearmError): number {
  if (error instanceof InvalidInput) return ACK.argument;
  if (error instanceof NotFound || error instanceof Unreadable) return ACK.noExist;
  if (error instanceof Unauthorized || error instanceof Forbidden) return ACK.permission;
  if (error instanceof TooManyAttempts) return ACK.password;
  if (error instanceof Conflict && FULL.has(error.code)) return ACK.playlistMax;
  return ACK.system;
}

/** @returns undefined for an error that no client may see: a fault of ours */
export function ackOf(error: unknown): Ack | undefined {
  if (error instanceof Ack) return error;
  if (error instanceof TonearmError) return new Ack(codeOf(error), error.message);
  return undefined;
}

/** One line; no text of a client or a tag can forge a second one. */
export function ackLine({ code, message }: Ack, index: number, command: string): string {
  return `ACK [${code}@${index}] {${command}} ${message.replace(/[\n\r]+/g, ' ')}\n`;
}

/** A text in quotes, as MPD's messages show it (`{:?}` of libfmt). */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
