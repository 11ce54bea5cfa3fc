/**
 * Programs that read a stranger's file (ffmpeg, ffprobe), held to it: `native/confine.cpp` sets limits, takes away sockets
 * and every file but the one that is to be read, and becomes the program.
 */
import { dirname, join } from 'node:path';

/** Bytes of memory that one program may have of its own; it fails beyond that. */
const MOST_MEMORY = 256 * 1024 * 1024;
/** Exit status of a program that is not installed. */
export const NOT_INSTALLED = 127;

/** Absolute path of the confining program, which is built beside the native addon. */
export function confineNextTo(nativeFile: string): string {
  return join(dirname(nativeFile), 'confine');
}

export interface Confinement {
  /** The file that it may read; default none, for one that reads from a pipe. */
  readonly file?: string | undefined;
  /** Bytes. */
  readonly memory?: number;
}

/** Arguments of the confining program, so that it becomes `program` with `args`. */
export function confined(
  program: string,
  args: readonly string[],
  { file = '', memory = MOST_MEMORY }: Confinement = {},
): string[] {
  return [String(memory), file, program, ...args];
}
