/** What rules mean, told once more and as plainly as possible: every track is looked at, every condition by itself. */
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
  readonly liked: boolean;
}

const DAYS = { days: 1, weeks: 7, months: 30, years: 365 } as const;

const ascii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function numbersHold(actual: number, { operator, value, value2 }: RuleCondition): boolean {
  const first = Number.isInteger(value) ? (value as number) : 0;
  const second = Number.isInteger(value2) ? (value2 as number) : 0;
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

function timesHold(actual: number, condition: RuleCondition, now: number): boolean {
  const { operator, value, unit } = condition;
  const span = (Number.isInteger(value) ? (value as number) : 0) * DAYS[unit ?? 'days'] * 86_400;
  if (operator === 'is_empty') return actual === 0;
  if (operator === 'is_not_empty') return actual !== 0;
  if (operator === 'in_last') return now - actual <= span;
  if (operator === 'not_in_last') return now - actual > span;
  return numbersHold(actual, condition);
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
    case 'date_added':
      return timesHold(track.added, condition, now);
    case 'is_liked':
      return track.liked === (condition.value ?? true);
    default:
      return false;
  }
}

/** Ids in order; `tracks` come by title. Not for a random order. */
export function bruteForce(tracks: readonly PlainTrack[], criteria: RuleCriteria, now: number): string[] {
  const { match_type: match, conditions = [], limit, sort_by: sort, sort_order: order } = criteria;
  const found = tracks.filter((track) => {
    const results = conditions.map((condition) => holds(track, condition, now));
    if (results.length === 0) return true;
    return match === 'any' ? results.includes(true) : !results.includes(false);
  });
  const rank = (track: PlainTrack): number | string => {
    if (sort === 'year') return track.year;
    if (sort === 'duration_ms') return track.length;
    if (sort === 'title') return tracks.indexOf(track);
    if (sort === 'artist') return sortKey(track.artist);
    if (sort !== 'album') return track.added;
    // Albums of one name are kept apart, as they were found.
    const first = tracks.findIndex(({ album, year }) => album === track.album && year === track.year);
    return `${sortKey(track.album)}\0${String(first).padStart(4, '0')}`;
  };
  const way = order === 'ASC' ? 1 : -1;
  const sorted = found
    .map((track) => ({ track, rank: rank(track) }))
    .sort((one, other) => way * (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0));
  return sorted.slice(0, limit ?? sorted.length).map(({ track }) => track.id);
}
