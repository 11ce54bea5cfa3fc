/** Why a request is refused, as a WebDAV client understands it: a status, and a condition of RFC 4918 section 16. */

export class Refusal extends Error {
  /** @param condition name of an element in the namespace `DAV:`, for the body; undefined for none */
  constructor(
    readonly status: number,
    message: string,
    readonly condition?: string,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is nothing of this name.');

export const locked = (): Refusal => new Refusal(423, 'It is locked by another program.', 'lock-token-submitted');

/** What the file system says, as a status. Other errors are given back as they are. */
export function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return notFound();
  if (code === 'ENOTDIR' || code === 'EISDIR') return new Refusal(409, 'Something else lies on the way there.');
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return noSpace();
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return new Refusal(403, 'The disk cannot be written to.');
  if (['ENAMETOOLONG', 'EINVAL', 'EILSEQ'].includes(code)) return new Refusal(400, 'The disk does not take this name.');
  if (code === 'EXDEV') return new Refusal(403, 'It is on another volume.');
  return error;
}

export const noSpace = (): Refusal => new Refusal(507, 'There is no room left on the disk.', 'quota-not-exceeded');
