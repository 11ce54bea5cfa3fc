/** The table of the system's playlists, beside the one of the contract (section 8), row by row. */
import t from 'tap';
import { SYSTEM_PLAYLISTS } from '../../../src/playlists/smart/system-playlists.js';

const TABLE = `
sys_recently_added | Recently Added | all | | 50 | date_added DESC
sys_recently_played | Recently Played | all | last_played in_last 14 days | 50 | last_played DESC
sys_rarely_played | Rarely Played | all | play_count greater_than 0; play_count less_than 3 | 50 | play_count ASC
sys_most_played | Most Played | all | play_count greater_than 0 | 50 | play_count DESC
sys_forgotten_favorites | Forgotten Favorites | all | play_count greater_than 10; last_played not_in_last 180 days | 50 | last_played ASC
sys_new_favorites | New Favorites | all | play_count greater_than 5; date_added in_last 90 days | 30 | play_count DESC
sys_old_but_gold | Old But Gold | all | year less_than 2000; play_count greater_than 5 | 50 | play_count DESC
sys_90s_mix | 90s Mix | all | year greater_than_or_equal 1990; year less_than_or_equal 1999 | 50 | random DESC
sys_discovery_queue | Discovery Queue | all | play_count equals 0 | 50 | date_added DESC
sys_rediscover | Rediscover | all | play_count greater_than 0; last_played not_in_last 90 days | 50 | random DESC
sys_skipped_too_often | Skipped Too Often | all | skip_count greater_than 3 | 50 | skip_count DESC
sys_loved_rarely_played | Loved But Rarely Played | all | is_liked is true; play_count less_than 5 | 50 | date_added DESC
sys_smart_daily_mix | Smart Daily Mix | any | last_played in_last 30 days; play_count equals 0; play_count greater_than 10 | 25 | random DESC
`;

t.test('the playlists of the system have the rules of the contract', async (t) => {
  const rows = SYSTEM_PLAYLISTS.map(({ id, name, criteria }) => {
    const { match_type, conditions, limit, sort_by, sort_order } = criteria;
    const rules = conditions.map(({ field, operator, value, unit }) =>
      [field, operator, value, ...(unit === null ? [] : [unit])].join(' '),
    );
    return [id, name, match_type, rules.join('; '), limit, `${sort_by} ${sort_order}`].join(' | ');
  });
  t.equal(rows.join('\n').replaceAll('|  |', '| |'), TABLE.trim());
});
