/**
 * The order of versions of the system, such as `0.1.0+20261126.230832.dd2f68bb`: by Semantic Versioning 2.0.0 first, then
 * by the time of the commit, which `npm run image` writes behind the plus sign.
 */

/** How an offered version relates to the running one; `unknown` where the two texts do not say it. */
export const VERSION_ORDERS = ['newer', 'same', 'older', 'unknown'] as const;
export type VersionOrder = (typeof VERSION_ORDERS)[number];

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+(.*))?$/;
/** Date and time of a commit, in UTC. */
const COMMIT_TIME = /^(\d{8})\.(\d{6})(?:\.|$)/;

interface Version {
  readonly numbers: readonly number[];
  /** Identifiers of a version before the release; undefined for the release. */
  readonly before: readonly string[] | undefined;
  /** Undefined where the version does not say it. */
  readonly commit: number | undefined;
}

/** @param running undefined where nothing says it */
export function orderOf(offered: string, running: string | undefined): VersionOrder {
  if (offered === running) return 'same';
  const [one, other] = [versionIn(offered), versionIn(running ?? '')];
  if (one === undefined || other === undefined) return 'unknown';
  const difference = compareReleases(one, other) || (one.commit ?? NaN) - (other.commit ?? NaN);
  if (difference > 0) return 'newer';
  return difference < 0 ? 'older' : 'unknown';
}

function versionIn(text: string): Version | undefined {
  const [, major, minor, patch, before, build = ''] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  const [, date, time] = COMMIT_TIME.exec(build) ?? [];
  return {
    numbers: [major, minor, patch].map(Number),
    before: before?.split('.'),
    commit: date === undefined ? undefined : Number(`${date}${time}`),
  };
}

/** Positive when the first is the later one. */
function compareReleases(one: Version, other: Version): number {
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.before === undefined || other.before === undefined) {
    return Number(one.before === undefined) - Number(other.before === undefined);
  }
  for (let at = 0; at < Math.max(one.before.length, other.before.length); at++) {
    const difference = compareIdentifiers(one.before[at], other.before[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A missing identifier is the earliest, a number is earlier than a word. */
function compareIdentifiers(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  if (other === undefined) return 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : 1;
}
