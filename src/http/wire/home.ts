/** Music to begin with, as the wire names it; not in rockboxd. */
import type { JsonSchema } from '../schema.js';
import { count, listOf, named, orNull, record, text } from '../schema.js';
import { MOST_ON_SHELF } from '../../library/shelves.js';
import { AlbumSchema } from './album.js';
import { TrackSchema } from './track.js';

const shelf = <const Item extends JsonSchema>(items: Item, description: string) =>
  ({ ...listOf(items, description), maxItems: MOST_ON_SHELF }) as const;

export const HomeSchema = named('Home').record(`At most ${MOST_ON_SHELF} records in each list.`, {
  day: text('The day for which `rediscover` and the daily mix were drawn, by the time zone of the box: YYYY-MM-DD.'),
  daily_mix: text('Id of the smart playlist whose tracks are drawn anew every day.'),
  unfinished: orNull(
    record('Where an album goes on.', {
      album: AlbumSchema,
      track: TrackSchema,
      index: count("Index of the track in the list of the album's tracks."),
    }),
    'The album of the last two counted plays, at the track behind the last one; null where there is none behind it.',
  ),
  recently_played: shelf(AlbumSchema, 'Albums by the last counted play of one of their tracks.'),
  recently_added: shelf(AlbumSchema, 'Albums by the newest of their tracks; empty while no music is there.'),
  rediscover: shelf(
    AlbumSchema,
    'Albums of which no track was played for 90 days, and that were liked before that, or have a track with three ' +
      'plays or more; drawn by lot every day.',
  ),
  liked_albums: shelf(AlbumSchema, 'Liked albums, the newest like first.'),
  liked_tracks: shelf(TrackSchema, 'Liked tracks, the newest like first.'),
});
