/** Why a file or folder could not be read, in words for the person whose file it is. */
import { TagTooLarge } from '../../tags/read-tag.js';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'It may not be read: permission denied.',
  EPERM: 'It may not be read: permission denied.',
  EIO: 'The disk could not read it.',
  ENAMETOOLONG: 'Its path is too long.',
  ELOOP: 'Its links lead in a circle.',
  ESTALE: 'The server does not know it any more.',
  ETIMEDOUT: 'The server did not answer in time.',
  EHOSTDOWN: 'The server does not answer.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
};

export const BAD_NAME = 'Its name is not UTF-8.';
export const CHANGING = 'It changes while it is read.';
export const LARGE_TAG = 'Its tag is too large.';
export const NO_TAGS = 'It has no readable tags: title, artist and album come from its path.';
export const NO_AUDIO = 'It is damaged, or is no audio file.';

/** The kind of problem that a text describes: a client has words of its own for the first two. */
export function codeOf(problem: string): 'NOT_AUDIO' | 'NO_READABLE_TAGS' | 'UNREADABLE_FILE' {
  if (problem === NO_AUDIO) return 'NOT_AUDIO';
  return problem === NO_TAGS ? 'NO_READABLE_TAGS' : 'UNREADABLE_FILE';
}

/** The errno name of a file system's error; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  const isErrno = error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string';
  return isErrno ? (error.code as string) : undefined;
}

export function isGone(error: unknown): boolean {
  const code = errnoOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function problemOf(error: unknown): string {
  const code = errnoOf(error);
  if (error instanceof TagTooLarge) return LARGE_TAG;
  if (code === undefined) return NO_AUDIO;
  return WORDS[code] ?? `It could not be read (${code}).`;
}
