/** Random rules over random libraries, while plays and likes change: compared with a check of every track. */
import fc from 'fast-check';
import type { Test } from 'tap';
import { recordId } from '../../../src/library/ids.js';
import type { Library } from '../../../src/library/library.js';
import {
  FIELD_KINDS,
  FIELDS,
  OPERATORS,
  type RuleCriteria,
  SORTS,
  UNITS,
} from '../../../src/library/rules/criteria.js';
import { type LibraryRig, libraryRig } from '../rig.js';
import { putOnShelf, setAvailable, type ShelfTrack } from '../shelf.js';
import { bruteForce, followers, type PlainTrack } from './brute-force.js';

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const TEXTS = [
  'Rock',
  'rock',
  'ROCK ',
  'ÄÖ',
  'äö',
  'Post-Rock',
  'İstanbul',
  'straße',
  '夜',
  'a%b_c',
  "O'Neil",
  '1 "2"',
];
const NUMBERS = [0, 1, 2, 3, 128, 320, 1990, 2000, 180_000, 2 ** 32 - 1];
const MOST_TRACKS = 80;

/** Times half a day away from every limit of a rule, as the clock goes on during the test. */
const past = fc.constantFrom(0, 1, 2, 6, 13, 29, 59, 364, 729, 3650).map((days) => NOW - DAY / 2 - DAY * days);
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { freq: 2 });
const times = fc.constantFrom(0, 0, 1, 2, 3, 4, 11, 128);
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.nat(4));

const trackOf = fc.record({
  genre: fc.constantFrom('', ...TEXTS),
  artist: fc.constantFrom(...TEXTS),
  album: fc.constantFrom(...TEXTS),
  year: fc.constantFrom(0, 0, 1, 1989, 1990, 1999, 2000),
  length: number,
  bitrate: number,
  added: past,
  liked: fc.boolean(),
  plays: times,
  skips: times,
  lastPlayed: maybe(past),
  lastSkipped: maybe(past),
  /** Whether the USB stick of the track is unplugged. */
  isAway: fc.constantFrom(false, false, false, true),
});

const condition = fc.constantFrom(...FIELDS).chain((field) => {
  const value = {
    text: fc.constantFrom('', 'ROCK', 'o', 'i̇', 'SS', ...TEXTS),
    number: fc.oneof(number, fc.constantFrom(-1, 0.5, 1e300)),
    time: fc.oneof(fc.constantFrom(0, 1, 2, 7, 14, 100, -3, 0.5, 1e9), past),
    boolean: fc.constantFrom(true, false, null),
  }[FIELD_KINDS[field]] as fc.Arbitrary<unknown>;
  const unit = fc.constantFrom(...UNITS, null);
  return fc.record({ field: fc.constant(field), operator: fc.constantFrom(...OPERATORS), value, value2: value, unit });
});

/** At least one member, as rules without any are refused. */
const criteria = fc
  .record(
    {
      match_type: fc.constantFrom('all', 'any'),
      conditions: fc.array(condition, { maxLength: 4 }),
      limit: fc.option(fc.nat(MOST_TRACKS)),
      sort_by: fc.constantFrom(...SORTS, null),
      sort_order: fc.constantFrom('ASC', 'DESC', null),
    },
    { requiredKeys: [] },
  )
  .filter((members) => Object.keys(members).length > 0) as fc.Arbitrary<RuleCriteria>;

/** Change of plays or likes between two queries. */
const deed = fc.record({
  what: fc.constantFrom('like', 'unlike', 'played', 'skipped', 'nothing'),
  whom: fc.nat(),
  at: past,
});

const ID = { id: 'id' } as const;

export async function idsOf(library: Library, rules: RuleCriteria): Promise<string[]> {
  const rows = await library.records('track', await library.matching('track', rules), ID);
  return (JSON.parse(rows.toString()) as { id: string }[]).map(({ id }) => id);
}

const STATS = `INSERT INTO track_stats (track_id, play_count, skip_count, last_played, last_skipped, updated_at)
  VALUES (?, ?, ?, ?, ?, 1)`;

/** Puts the tracks on the shelf in the order in which they were found, and notes what people did with them. */
export async function shelve(rig: LibraryRig, tracks: readonly PlainTrack[], root = '/music'): Promise<void> {
  const found = tracks.toSorted((one, other) => one.found - other.found);
  const shelf = found.map((track): ShelfTrack => ({ ...track, name: track.title, albumArtist: 'Various' }));
  await rig.write((sql) => {
    putOnShelf(sql, root, shelf);
    const date = sql.prepare('UPDATE track SET created_at = ? WHERE id = ?');
    for (const { id, added } of found) date.run(added, id);
  });
  const counted = tracks.filter(
    ({ plays, skips, lastPlayed, lastSkipped }) => plays + skips > 0 || (lastPlayed ?? lastSkipped) !== null,
  );
  await rig.state.write((sql) => {
    for (const { id, plays, skips, lastPlayed, lastSkipped } of counted) {
      sql.prepare(STATS).run(id, plays, skips, lastPlayed, lastSkipped);
    }
  });
  for (const { id, liked } of tracks) if (liked) await rig.library.like('track', id);
}

/** @returns the tracks that are shown, by title */
async function randomLibrary(rig: LibraryRig, seed: number): Promise<PlainTrack[]> {
  const drawn = fc.sample(trackOf, { numRuns: MOST_TRACKS, seed });
  const tracks = drawn.map(({ isAway, ...facts }, at) => {
    const title = String(at).padStart(3, '0');
    const root = isAway ? '/stick' : '/music';
    // Found in another order than that of the titles.
    return { ...facts, isAway, root, title, id: recordId('track', `${root}/${title}`), found: (at * 31) % MOST_TRACKS };
  });
  for (const root of ['/music', '/stick'])
    await shelve(
      rig,
      tracks.filter((track) => track.root === root),
      root,
    );
  await rig.write((sql) => setAvailable(sql, '/stick', false));
  return tracks.filter(({ isAway }) => !isAway);
}

async function perform(
  { library }: LibraryRig,
  tracks: readonly PlainTrack[],
  act: { what: string; whom: number; at: number },
) {
  const track = tracks[act.whom % tracks.length];
  if (track === undefined) return;
  if (act.what === 'like' || act.what === 'unlike') {
    await library[act.what]('track', track.id).catch(() => undefined);
    track.liked = act.what === 'like';
  } else if (act.what === 'played') {
    await library.played(track.id, act.at);
    track.plays += 1;
    track.lastPlayed = act.at;
  } else if (act.what === 'skipped') {
    await library.skipped(track.id, act.at);
    track.skips += 1;
    track.lastSkipped = act.at;
  }
}

/** @throws Error when matches or counts differ from those of a check of every track */
async function hold({ library }: LibraryRig, tracks: readonly PlainTrack[], rules: RuleCriteria): Promise<void> {
  const expected = bruteForce(tracks, rules, NOW);
  const [count] = await library.countsOf([rules]);
  const ids = await idsOf(library, rules);
  const all = new Set(followers(tracks, rules, NOW).map(({ id }) => id));
  const isSame =
    rules.sort_by === 'random'
      ? ids.length === expected.length && new Set(ids).size === ids.length && ids.every((id) => all.has(id))
      : ids.join() === expected.join();
  if (isSame && count === expected.length) return;
  const at = [...ids, ''].findIndex((id, index) => id !== expected[index]);
  const described = [ids[at], expected[at]].map((id) => JSON.stringify(tracks.find((track) => track.id === id)));
  throw new Error(
    `${count} counted, ${ids.length} found, ${expected.length} expected; ${at}: ${described.join(' is not ')}`,
  );
}

/** Compares `rules` random rules for each of `libraries` random libraries. */
export async function holdRandomRules(t: Test, libraries: number, rules: number): Promise<void> {
  for (let each = 0; each < libraries; each++) {
    const rig = await libraryRig(t);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const tracks = await randomLibrary(rig, seed);
    // Each rule runs again later, after changes: a cached count must not be out of date.
    const asked: RuleCriteria[] = [];
    await fc.assert(
      fc.asyncProperty(criteria, deed, fc.nat(), async (fresh, act, again) => {
        await perform(rig, tracks, act);
        asked.push(fresh);
        const old = asked[again % asked.length]!;
        await hold(rig, tracks, fresh);
        await hold(rig, tracks, old);
      }),
      { numRuns: rules, endOnFailure: true },
    );
    t.pass(`${rules} rules over the library of seed ${seed}`);
  }
}
