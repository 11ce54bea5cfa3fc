/** The smart playlists that every box has (contract section 8). Nobody can change them. */
import type { FieldName, Operator, RuleCondition, SortName } from '../../library/rules/criteria.js';
import { type FullCriteria, inFull } from './full-criteria.js';

export interface SystemPlaylist {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly criteria: FullCriteria;
}

type Row = readonly [
  id: string,
  name: string,
  description: string,
  match: 'all' | 'any',
  conditions: readonly (readonly [field: FieldName, operator: Operator, value: number | boolean])[],
  limit: number,
  sort: SortName,
  order: 'ASC' | 'DESC',
];

const ROWS: readonly Row[] = [
  [
    ...(['sys_recently_added', 'Recently Added', 'What came into the library last.'] as const),
    ...(['all', [], 50, 'date_added', 'DESC'] as const),
  ],
  [
    ...(['sys_recently_played', 'Recently Played', 'What was heard in the last two weeks.'] as const),
    ...(['all', [['last_played', 'in_last', 14]], 50, 'last_played', 'DESC'] as const),
  ],
  [
    ...(['sys_rarely_played', 'Rarely Played', 'Heard once or twice so far.'] as const),
    'all',
    [
      ['play_count', 'greater_than', 0],
      ['play_count', 'less_than', 3],
    ],
    ...([50, 'play_count', 'ASC'] as const),
  ],
  [
    ...(['sys_most_played', 'Most Played', 'What is heard again and again.'] as const),
    ...(['all', [['play_count', 'greater_than', 0]], 50, 'play_count', 'DESC'] as const),
  ],
  [
    ...(['sys_forgotten_favorites', 'Forgotten Favorites', 'Once heard often, not at all for half a year.'] as const),
    'all',
    [
      ['play_count', 'greater_than', 10],
      ['last_played', 'not_in_last', 180],
    ],
    ...([50, 'last_played', 'ASC'] as const),
  ],
  [
    ...(['sys_new_favorites', 'New Favorites', 'Came within three months, and heard often already.'] as const),
    'all',
    [
      ['play_count', 'greater_than', 5],
      ['date_added', 'in_last', 90],
    ],
    ...([30, 'play_count', 'DESC'] as const),
  ],
  [
    ...(['sys_old_but_gold', 'Old But Gold', 'From before 2000, and still heard.'] as const),
    'all',
    [
      ['year', 'less_than', 2000],
      ['play_count', 'greater_than', 5],
    ],
    ...([50, 'play_count', 'DESC'] as const),
  ],
  [
    ...(['sys_90s_mix', '90s Mix', 'A handful of the nineties, another one every day.'] as const),
    'all',
    [
      ['year', 'greater_than_or_equal', 1990],
      ['year', 'less_than_or_equal', 1999],
    ],
    ...([50, 'random', 'DESC'] as const),
  ],
  [
    ...(['sys_discovery_queue', 'Discovery Queue', 'Never heard yet, the newest first.'] as const),
    ...(['all', [['play_count', 'equals', 0]], 50, 'date_added', 'DESC'] as const),
  ],
  [
    ...(['sys_rediscover', 'Rediscover', 'Heard before, but not in the last three months.'] as const),
    'all',
    [
      ['play_count', 'greater_than', 0],
      ['last_played', 'not_in_last', 90],
    ],
    ...([50, 'random', 'DESC'] as const),
  ],
  [
    ...(['sys_skipped_too_often', 'Skipped Too Often', 'What was passed over more than three times.'] as const),
    ...(['all', [['skip_count', 'greater_than', 3]], 50, 'skip_count', 'DESC'] as const),
  ],
  [
    ...(['sys_loved_rarely_played', 'Loved But Rarely Played', 'Liked, and still hardly heard.'] as const),
    'all',
    [
      ['is_liked', 'is', true],
      ['play_count', 'less_than', 5],
    ],
    ...([50, 'date_added', 'DESC'] as const),
  ],
  [
    ...(['sys_smart_daily_mix', 'Smart Daily Mix', 'Of what is heard now, often, or was never heard.'] as const),
    'any',
    [
      ['last_played', 'in_last', 30],
      ['play_count', 'equals', 0],
      ['play_count', 'greater_than', 10],
    ],
    ...([25, 'random', 'DESC'] as const),
  ],
];

function toCondition([field, operator, value]: Row[4][number]): RuleCondition {
  return { field, operator, value, unit: operator.endsWith('in_last') ? 'days' : null };
}

export const SYSTEM_PLAYLISTS: readonly SystemPlaylist[] = ROWS.map(
  ([id, name, description, match, conditions, limit, sort, order]) => ({
    id,
    name,
    description,
    criteria: inFull({
      match_type: match,
      conditions: conditions.map(toCondition),
      limit,
      sort_by: sort,
      sort_order: order,
    }),
  }),
);
