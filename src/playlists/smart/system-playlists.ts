/** The smart playlists that every box has. Nobody can change them. */
import type { FieldName, Operator, RuleCondition, RuleCriteria } from '../../library/rules/criteria.js';
import { type FullCriteria, inFull } from './full-criteria.js';

export interface SystemPlaylist {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly criteria: FullCriteria;
}

const when = (field: FieldName, operator: Operator, value: number | boolean): RuleCondition => ({
  ...{ field, operator, value, unit: operator.endsWith('in_last') ? 'days' : null },
});

/** At most fifty tracks that meet all conditions, the highest first, unless the rules say otherwise. */
function playlist(id: string, name: string, description: string, rules: RuleCriteria): SystemPlaylist {
  return { id, name, description, criteria: inFull({ match_type: 'all', limit: 50, sort_order: 'DESC', ...rules }) };
}

/** Id of the playlist that Home offers every day. */
export const DAILY_MIX = 'sys_smart_daily_mix';

export const SYSTEM_PLAYLISTS: readonly SystemPlaylist[] = [
  playlist('sys_recently_added', 'Recently Added', 'What came into the library last.', {
    conditions: [],
    sort_by: 'date_added',
  }),
  playlist('sys_recently_played', 'Recently Played', 'What was heard in the last two weeks.', {
    conditions: [when('last_played', 'in_last', 14)],
    sort_by: 'last_played',
  }),
  playlist('sys_rarely_played', 'Rarely Played', 'Heard once or twice so far.', {
    conditions: [when('play_count', 'greater_than', 0), when('play_count', 'less_than', 3)],
    sort_by: 'play_count',
    sort_order: 'ASC',
  }),
  playlist('sys_most_played', 'Most Played', 'What is heard again and again.', {
    conditions: [when('play_count', 'greater_than', 0)],
    sort_by: 'play_count',
  }),
  playlist('sys_forgotten_favorites', 'Forgotten Favorites', 'Once heard often, not at all for half a year.', {
    conditions: [when('play_count', 'greater_than', 10), when('last_played', 'not_in_last', 180)],
    sort_by: 'last_played',
    sort_order: 'ASC',
  }),
  playlist('sys_new_favorites', 'New Favorites', 'Came within three months, and heard often already.', {
    conditions: [when('play_count', 'greater_than', 5), when('date_added', 'in_last', 90)],
    sort_by: 'play_count',
    limit: 30,
  }),
  playlist('sys_old_but_gold', 'Old But Gold', 'From before 2000, and still heard.', {
    conditions: [when('year', 'less_than', 2000), when('play_count', 'greater_than', 5)],
    sort_by: 'play_count',
  }),
  playlist('sys_90s_mix', '90s Mix', 'A handful of the nineties, another one every day.', {
    conditions: [when('year', 'greater_than_or_equal', 1990), when('year', 'less_than_or_equal', 1999)],
    sort_by: 'random',
  }),
  playlist('sys_discovery_queue', 'Discovery Queue', 'Never heard yet, the newest first.', {
    conditions: [when('play_count', 'equals', 0)],
    sort_by: 'date_added',
  }),
  playlist('sys_rediscover', 'Rediscover', 'Heard before, but not in the last three months.', {
    conditions: [when('play_count', 'greater_than', 0), when('last_played', 'not_in_last', 90)],
    sort_by: 'random',
  }),
  playlist('sys_skipped_too_often', 'Skipped Too Often', 'What was passed over more than three times.', {
    conditions: [when('skip_count', 'greater_than', 3)],
    sort_by: 'skip_count',
  }),
  playlist('sys_loved_rarely_played', 'Loved But Rarely Played', 'Liked, and still hardly heard.', {
    conditions: [when('is_liked', 'is', true), when('play_count', 'less_than', 5)],
    sort_by: 'date_added',
  }),
  playlist(DAILY_MIX, 'Smart Daily Mix', 'Of what is heard now, often, or was never heard.', {
    conditions: [
      when('last_played', 'in_last', 30),
      when('play_count', 'equals', 0),
      when('play_count', 'greater_than', 10),
    ],
    sort_by: 'random',
    limit: 25,
    match_type: 'any',
  }),
];
