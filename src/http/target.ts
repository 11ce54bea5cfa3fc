/**
 * The request target, brought to its origin form (RFC 9112 section 3.2). Koa leaves a target that does not simply begin
 * with a slash to Node's old `url.parse`, which throws, or warns on standard error, when its authority is none.
 */
import { InvalidInput } from '../errors.js';

const AUTHORITY = /^https?:\/\/[^/?#]+/i;

/**
 * Path and query, without scheme, authority and fragment; `*` stays (OPTIONS).
 * @throws InvalidInput INVALID_TARGET
 */
export function originForm(target: string): string {
  const authority = URL.canParse(target) ? (AUTHORITY.exec(target)?.[0] ?? '') : '';
  const [rest = ''] = target.slice(authority.length).split('#', 1);
  const path = authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!path.startsWith('/') && path !== '*') {
    throw new InvalidInput('INVALID_TARGET', 'The request target is neither a path nor an http URL.');
  }
  return path;
}
