/**
 * Decides which entries of a request may enter the queue: http(s) URLs that the stream guard lets through, and paths
 * inside a library root. All or nothing: one bad entry refuses the request.
 */
import { InvalidInput, type Violation } from '../errors.js';
import type { LibraryPaths } from '../library/paths.js';
import type { StreamAddresses } from '../net/stream-address.js';

/** Refusals beyond these are counted, not listed. */
const LISTED_VIOLATIONS = 20;

const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i;

function refusal(results: readonly (string | InvalidInput)[], member: string): InvalidInput | undefined {
  const refused = results.flatMap((result, index) => (typeof result === 'string' ? [] : [{ result, index }]));
  const first = refused[0];
  if (first === undefined) return undefined;
  const violations: Violation[] = refused
    .slice(0, LISTED_VIOLATIONS)
    .map(({ result, index }) => ({ path: `/${member}/${index}`, message: result.message }));
  const others = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
  return new InvalidInput(first.result.code, `${first.result.message}${others}`, violations);
}

/** Those of the tracks that may enter the queue; the others are left out. */
export async function admissibleTracks(
  tracks: readonly string[],
  paths: LibraryPaths,
  streams: StreamAddresses,
): Promise<string[]> {
  return (await judged(tracks, paths, streams)).filter((result) => typeof result === 'string');
}

/**
 * @param tracks as the client sent them; white space around each is dropped
 * @returns locations for the queue: normalised absolute paths, and URLs as sent
 * @param member of the body that holds them
 * @throws InvalidInput with the code of the first bad entry and a violation such as `/tracks/N` for each
 */
export async function admitTracks(
  tracks: readonly string[],
  paths: LibraryPaths,
  streams: StreamAddresses,
  member = 'tracks',
): Promise<string[]> {
  const results = await judged(tracks, paths, streams);
  const refused = refusal(results, member);
  if (refused) throw refused;
  return results as string[];
}

/** The location of each track, or why it may not enter the queue. */
async function judged(
  tracks: readonly string[],
  paths: LibraryPaths,
  streams: StreamAddresses,
): Promise<(string | InvalidInput)[]> {
  const entries = tracks.map((track) => track.trim());
  const isUrl = entries.map((entry) => URL_LIKE.test(entry));
  const resolved = await paths.resolveAll(entries.filter((_, index) => !isUrl[index]));
  let next = 0;
  const results = entries.map((entry, index) => (isUrl[index] ? streams.examine(entry) : resolved[next++]));
  return results as (string | InvalidInput)[];
}
