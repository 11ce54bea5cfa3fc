/** How often a track was played, as the wire names it. */
import { InvalidInput } from '../../errors.js';
import type { StatsOfTrack } from '../../library/store/stats.js';
import { count, countOrNull, named, text } from '../schema.js';
import { toWire } from './names.js';

/** Characters of an id: twice and more what any of ours has. */
const LONGEST_ID = 64;

export const TrackStatsSchema = named('TrackStats').record('', {
  track_id: text('Id of the track.'),
  play_count: count('How often it was played.'),
  skip_count: count('How often it was skipped.'),
  last_played: countOrNull('When it was last played, in Unix seconds; null when never.'),
  last_skipped: countOrNull('When it was last skipped, in Unix seconds; null when never.'),
  updated_at: count('When a play or a skip was last counted, in Unix seconds.'),
});

export const toTrackStats = (stats: StatsOfTrack) => toWire(TrackStatsSchema, stats);

/** An id that may be counted: nobody checks whether there is such a track. @throws InvalidInput INVALID_ID */
export function toCountedId(id: string): string {
  const message = `must have 1 to ${LONGEST_ID} characters, none of them a control character`;
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  if (id.length > LONGEST_ID || !/^[^\u0000-\u001f\u007f-\u009f]+$/.test(id))
    throw new InvalidInput('INVALID_ID', `The id ${message}.`, [{ path: 'id', message }]);
  return id;
}
