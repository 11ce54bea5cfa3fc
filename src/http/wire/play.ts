/** What is to be played of the library, and what of that is played; not in rockboxd. */
import { booleanOrNull, choice, count, named, textOrNull } from '../schema.js';

export const SOURCES = [
  'library',
  'album',
  'artist',
  'genre',
  'saved_playlist',
  'smart_playlist',
  'liked',
  'random_album',
] as const;

export const PlayMusicSchema = named('PlayMusic').object('', ['of'], {
  of: choice(
    SOURCES,
    'What to play: `library` is every track, `liked` the tracks that are liked, `random_album` an album that the box draws.',
  ),
  id: textOrNull('Id of the album, artist, genre or playlist; not for the others.'),
  shuffle: booleanOrNull('Whether in random order. The setting `playlist_shuffle` stays what it is.'),
});

export const PlayedMusicSchema = named('PlayedMusic').record('', {
  id: textOrNull('Id of the album, artist, genre or playlist that plays; null for `library` and `liked`.'),
  total: count('Tracks that there are.'),
  amount: count('Tracks that are in the queue now: fewer than all where the queue cannot hold them.'),
});
