/** Reference implementation of rules: checks every condition on every track, one by one. */
import type { RuleCondition, RuleCriteria } from '../../../src/library/rules/criteria.js';
import { sortKey } from '../../../src/library/sort-key.js';

export interface PlainTrack {
  readonly id: string;
  readonly title: string;
  readonly genre: string;
  readonly artist: string;
  readonly album: string;
  readonly year: number;
  readonly length: number;
  readonly bitrate: number;
  readonly added: number;
  /** The how manyth it was that the scanner found. */
  readonly found: number;
  liked: boolean;
  plays: number;
  skips: number;
  /** Unix seconds; null: never. */
  lastPlayed: number | null;
  lastSkipped: number | null;
}

const DAYS = { days: 1, weeks: 7, months: 30, years: 365 } as const;

const ascii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

function numbersHold(actual: number, { operator, value, value2 }: RuleCondition): boolean {
  const [first, second] = [whole(value), whole(value2)];
  if (operator === 'is' || operator === 'equals') return actual === first;
  if (operator === 'is_not') return actual !== first;
  if (operator === 'greater_than') return actual > first;
  if (operator === 'greater_than_or_equal') return actual >= first;
  if (operator === 'less_than') return actual < first;
  if (operator === 'less_than_or_equal') return actual <= first;
  return operator === 'between' && actual >= first && actual <= second;
}

function textsHold(actual: string, { operator, value }: RuleCondition): boolean {
  const wanted = String(value);
  if (operator === 'is_empty') return actual === '';
  if (operator === 'is_not_empty') return actual !== '';
  if (operator === 'is' || operator === 'equals') return ascii(actual) === ascii(wanted);
  if (operator === 'is_not') return ascii(actual) !== ascii(wanted);
  if (operator === 'contains') return actual.toLowerCase().includes(wanted.toLowerCase());
  return operator === 'not_contains' && !actual.toLowerCase().includes(wanted.toLowerCase());
}

function timesHold(actual: number | null, condition: RuleCondition, now: number): boolean {
  const { operator, value, unit } = condition;
  const span = whole(value) * DAYS[unit ?? 'days'] * 86_400;
  if (operator === 'is_empty') return actual === null;
  if (operator === 'is_not_empty') return actual !== null;
  if (operator === 'in_last') return actual !== null && now - actual <= span;
  if (operator === 'not_in_last') return actual === null || now - actual > span;
  return numbersHold(actual ?? 0, condition);
}

function holds(track: PlainTrack, condition: RuleCondition, now: number): boolean {
  switch (condition.field) {
    case 'genre':
      return textsHold(track.genre, condition);
    case 'artist':
      return textsHold(track.artist, condition);
    case 'album':
      return textsHold(track.album, condition);
    case 'year':
      if (track.year === 0) return condition.operator === 'is_empty';
      return condition.operator === 'is_not_empty' || numbersHold(track.year, condition);
    case 'duration_ms':
      return numbersHold(track.length, condition);
    case 'bitrate':
      return numbersHold(track.bitrate, condition);
    case 'play_count':
      return numbersHold(track.plays, condition);
    case 'skip_count':
      return numbersHold(track.skips, condition);
    case 'last_played':
      return timesHold(track.lastPlayed, condition, now);
    case 'last_skipped':
      return timesHold(track.lastSkipped, condition, now);
    case 'date_added':
      return timesHold(track.added, condition, now);
    case 'is_liked':
      return track.liked === (condition.value ?? true);
  }
}

/** Those of which the conditions hold, in the order in which they come. */
export function followers(tracks: readonly PlainTrack[], criteria: RuleCriteria, now: number): PlainTrack[] {
  const { match_type: match, conditions = [] } = criteria;
  return tracks.filter((track) => {
    const results = conditions.map((condition) => holds(track, condition, now));
    if (results.length === 0) return true;
    return match === 'any' ? results.includes(true) : !results.includes(false);
  });
}

/** Ids in order; `tracks` come by title. Not for a random order. */
export function bruteForce(tracks: readonly PlainTrack[], criteria: RuleCriteria, now: number): string[] {
  const { limit, sort_by: sort, sort_order: order } = criteria;
  /** Records of one name are kept apart, as they were found. */
  const firstOf = (isSame: (other: PlainTrack) => boolean): string =>
    String(Math.min(...tracks.filter(isSame).map(({ found }) => found))).padStart(6, '0');
  const rank = (track: PlainTrack): number | string => {
    switch (sort) {
      case 'year':
        return track.year;
      case 'duration_ms':
        return track.length;
      case 'play_count':
        return track.plays;
      case 'skip_count':
        return track.skips;
      case 'last_played':
        return track.lastPlayed ?? 0;
      case 'title':
        return tracks.indexOf(track);
      case 'artist':
        return `${sortKey(track.artist)}\0${firstOf(({ artist }) => artist === track.artist)}`;
      case 'album':
        return `${sortKey(track.album)}\0${firstOf(({ album }) => isSameTitle(album, track.album))}`;
      default:
        return track.added;
    }
  };
  const way = order === 'ASC' ? 1 : -1;
  const sorted = followers(tracks, criteria, now)
    .map((track) => ({ track, rank: rank(track) }))
    .sort((one, other) => way * (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0));
  return sorted.slice(0, limit ?? sorted.length).map(({ track }) => track.id);
}

/** Albums of one folder and one album artist are told apart by their titles, whatever the case. */
function isSameTitle(one: string, other: string): boolean {
  return one.normalize().toLowerCase() === other.normalize().toLowerCase();
}
