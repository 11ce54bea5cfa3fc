/** Smart playlists on the wire. */
import type { CountedPlaylist } from '../../playlists/smart/smart-playlists.js';
import { boolean, count, listOf, named, text, textOrNull, textParameter, type TextParameter } from '../schema.js';
import { toWire } from './names.js';
import { LIST_QUERY } from './list.js';
import { NameSchema, TEXTS } from './playlist-texts.js';
import { FullRuleCriteriaSchema, RuleCriteriaSchema } from './rules.js';

/** A new one, or what an old one becomes: what is left out is null then. */
export const NewSmartPlaylistSchema = named('NewSmartPlaylist').object('', ['name', 'rules'], {
  name: NameSchema,
  ...TEXTS,
  rules: RuleCriteriaSchema,
});

export const SmartPlaylistSchema = named('SmartPlaylist').record('', {
  id: text('Names the playlist for good.'),
  name: text('Name.'),
  description: textOrNull('What it is, for people.'),
  image: textOrNull('Name or address of a picture.'),
  folder_id: textOrNull('Id of the folder that it is in.'),
  is_system: boolean('Whether every box has it, and nobody can change it.'),
  rules: FullRuleCriteriaSchema,
  track_count: count('How many tracks are in it now.'),
  created_at: count('When it was made, in Unix seconds.'),
  updated_at: count('When it was last changed, in Unix seconds.'),
});

export const SmartPlaylistsSchema = listOf(SmartPlaylistSchema);

/** Characters of a seed. */
const LONGEST_SEED = 100;

export const SEED_QUERY = {
  seed: textParameter(
    LONGEST_SEED,
    'Of a random order: the same seed gives the same order. Without one it is another one every day.',
  ),
} as const satisfies Record<string, TextParameter>;

export const SMART_LIST_QUERY = { ...LIST_QUERY, ...SEED_QUERY } as const;

export const toSmartPlaylist = ({ playlist, trackCount }: CountedPlaylist) =>
  toWire(SmartPlaylistSchema, { ...playlist, rules: playlist.criteria, trackCount });
