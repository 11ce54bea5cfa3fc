/** The thirteen playlists of the system after two years of listening: what each holds is what its rules say. */
import t from 'tap';
import { recordId } from '../../src/library/ids.js';
import { SYSTEM_PLAYLISTS } from '../../src/playlists/smart/system-playlists.js';
import { libraryRig } from '../library/rig.js';
import { bruteForce, followers, type PlainTrack } from '../library/rules/brute-force.js';
import { shelve } from '../library/rules/random-rules.js';

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const DAYS = 730;
const TRACKS = 600;
const PLAYED_A_DAY = 12;

/** Numbers that are alike at every run, in [0, 1). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A library that grows all the time, and somebody who hears every day some of what is there: of the newer half mostly, at
 * half a day from every border; skips what is not liked, and likes some of what was heard often.
 */
function twoYears(): PlainTrack[] {
  const next = numbers();
  const tracks = Array.from({ length: TRACKS }, (_, at): PlainTrack => {
    const title = String(at).padStart(4, '0');
    const found = (at * 7) % TRACKS;
    return {
      ...{ id: recordId('track', `/music/${title}`), title, found, genre: 'Rock', artist: `A ${at % 40}` },
      ...{ album: `B ${at % 60}`, year: at % 11 === 0 ? 0 : 1960 + ((at * 13) % 65), length: 1000 * at, bitrate: 320 },
      added: NOW - DAY / 2 - DAY * Math.floor((DAYS * (TRACKS - found)) / TRACKS),
      ...{ liked: at % 17 === 0, plays: 0, skips: 0, lastPlayed: null, lastSkipped: null },
    };
  });
  const byAge = tracks.toSorted((one, other) => one.found - other.found);
  for (let day = DAYS; day > 0; day--) {
    const at = NOW - DAY / 2 - DAY * (day - 1);
    const there = byAge.filter(({ added }) => added <= at);
    for (let time = 0; time < PLAYED_A_DAY; time++) {
      const track = there[Math.floor(there.length * Math.min(1 - next() ** 3, 0.999))];
      if (track === undefined) continue;
      if (track.found % 5 === 0 && next() < 0.6) {
        track.skips += 1;
        track.lastSkipped = at;
      } else {
        track.plays += 1;
        track.lastPlayed = at;
        if (track.plays > 25) track.liked = true;
      }
    }
  }
  return tracks;
}

const tracks = twoYears();
const rig = await libraryRig(t);
await shelve(rig, tracks);
const { library, smartPlaylists } = rig;

for (const { id, name, criteria } of SYSTEM_PLAYLISTS) {
  t.test(`${name} holds what its rules say after two years`, async (t) => {
    const all = followers(tracks, criteria, NOW).map((track) => track.id);
    const expected = bruteForce(tracks, criteria, NOW);
    const rows = await library.records('track', await smartPlaylists.tracksOf(id, ''), { id: 'id' });
    const ids = (JSON.parse(rows.toString()) as { id: string }[]).map((row) => row.id);
    t.ok(ids.length > 0, 'the history is one that fills it');
    t.equal((await smartPlaylists.find(id)).trackCount, expected.length);
    if (criteria.sort_by !== 'random') {
      t.strictSame(ids, expected);
      return;
    }
    t.equal(ids.length, expected.length);
    t.equal(new Set(ids).size, ids.length);
    t.strictSame(
      ids.filter((each) => !all.includes(each)),
      [],
    );
  });
}

t.test('the history tells the playlists apart', async (t) => {
  const held = SYSTEM_PLAYLISTS.map(({ criteria }) => followers(tracks, criteria, NOW).length);
  t.equal(held.filter((count) => count < TRACKS).length, SYSTEM_PLAYLISTS.length - 1, 'but one asks for everything');
  t.ok(new Set(held).size >= 10, held.join());
});
