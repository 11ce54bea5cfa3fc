import t from 'tap';
import {
  elapsedAt,
  isAsCounted,
  isUntagged,
  known,
  learn,
  neighbour,
  nextRepeat,
  type Parts,
  playRequest,
  sleepLeftAt,
  timeText,
  type Track,
} from '../../../src/web/remote/model.js';

const TRACK = { path: '/a.mp3', title: 'A', artist: '', album: '', length: 60_000, album_art: null } as Track;

/** What these functions look at; the box tells more. */
const PARTS = {
  status: { status: 1 },
  current_track: TRACK,
  queue: { revision: 'x-1', amount: 3, index: 0, resume_index: -1 },
  volume: { volume: 3, min: 0, max: 9 },
  settings: { repeat_mode: 0, playlist_shuffle: false },
  position: { elapsed: 10_000, at: 0 },
  sleep_timer: { remaining: 0 },
} as Parts;

t.test('the position goes on by the clock of the page while it plays, and not beyond the end', async (t) => {
  const playing = known(PARTS, 1000);
  t.equal(elapsedAt(playing, 1000), 10_000);
  t.equal(elapsedAt(playing, 3500), 12_500);
  t.equal(elapsedAt(playing, 1_000_000), 60_000);
  const radio = known({ ...PARTS, current_track: { ...TRACK, length: 0 } }, 0);
  t.equal(elapsedAt(radio, 1_000_000), 1_010_000, 'a stream has no end');
});

t.test('the position stands while it pauses, is stopped, or cannot be heard', async (t) => {
  const opened = null;
  const trouble = { status: 1, opened, output_problem: { code: 'OUTPUT_BUSY', detail: 'busy' } } as const;
  for (const status of [{ status: 0, opened }, { status: 3, opened }, trouble] as const) {
    t.equal(elapsedAt(known({ ...PARTS, status }, 0), 5000), 10_000);
  }
});

t.test('a pause keeps the place that was reached, and goes on from there', async (t) => {
  const playing = known(PARTS, 0);
  const paused = learn(playing, 'status', { status: 3 }, 4000);
  t.equal(elapsedAt(paused, 9000), 14_000);
  const resumed = learn(paused, 'status', { status: 1 }, 9000);
  t.equal(elapsedAt(resumed, 10_000), 15_000);
});

t.test('what is told wins over what was reckoned', async (t) => {
  const seeked = learn(known(PARTS, 0), 'position', { elapsed: 50_000 }, 4000);
  t.equal(elapsedAt(seeked, 5000), 51_000);
  const louder = learn(seeked, 'volume', { volume: 4, min: 0, max: 9 }, 6000);
  t.equal(elapsedAt(louder, 6000), 52_000);
  t.equal(louder.parts.volume?.volume, 4);
});

t.test('a report that is a little behind does not move the position back, a seek does', async (t) => {
  const playing = known(PARTS, 0);
  const late = learn(playing, 'position', { elapsed: 13_700 }, 4000);
  t.equal(elapsedAt(late, 4000), 14_000, 'it waits');
  t.equal(elapsedAt(late, 4200), 14_000);
  t.equal(elapsedAt(late, 4500), 14_200, 'and goes on by the report');
  t.equal(elapsedAt(learn(late, 'volume', PARTS.volume, 4100), 4500), 14_200);
  t.equal(elapsedAt(learn(playing, 'position', { elapsed: 12_500 }, 4000), 4000), 12_500);
  const other = learn(late, 'current_track', { ...TRACK, path: '/b.mp3' }, 4100);
  t.equal(elapsedAt(other, 4100), 0);
});

t.test('a position that was counted to tells nothing new, but while it pauses each one counts', async (t) => {
  const playing = known(PARTS, 1000);
  t.ok(isAsCounted(playing, { elapsed: 12_400, at: 2 }, 3500));
  t.notOk(isAsCounted(playing, { elapsed: 12_200, at: 2 }, 3500), 'it hung');
  t.notOk(isAsCounted(playing, { elapsed: 20_000, at: 2 }, 3500), 'a seek');
  const paused = learn(playing, 'status', { status: 3 }, 3500);
  t.notOk(isAsCounted(paused, { elapsed: 12_500, at: 2 }, 9000));
});

t.test('another track begins at its beginning, and more that is known of the same one moves nothing', async (t) => {
  const other = learn(known(PARTS, 0), 'current_track', { ...TRACK, path: '/b.mp3' }, 4000);
  t.equal(elapsedAt(other, 5000), 1000);
  const same = learn(known(PARTS, 0), 'current_track', { ...TRACK, title: 'B' }, 4000);
  t.equal(elapsedAt(same, 5000), 15_000);
});

t.test('next and previous go round a queue that was begun somewhere, and know what they do not know', async (t) => {
  const at = (index: number, by: 1 | -1, repeat_mode = 0, status: Parts['status'] = PARTS.status) => {
    const queue = { ...PARTS.queue, amount: 5, first_index: 2, index };
    return neighbour({ ...PARTS, status, queue, settings: { ...PARTS.settings, repeat_mode } }, by);
  };
  t.strictSame([at(2, 1), at(4, 1), at(0, -1), at(3, -1)], [3, 0, 4, 2]);
  t.strictSame([at(1, 1), at(2, -1)], [undefined, undefined], 'the ends');
  t.strictSame([at(1, 1, 1), at(2, -1, 2)], [2, 1], 'where it is repeated');
  t.strictSame([at(1, 1, 3), at(3, 1, 4)], [undefined, undefined], 'shuffled anew, or begun again');
  t.equal(at(2, 1, 0, { status: 0, opened: null }), undefined, 'stopped');
});

t.test('the sleep timer counts down by itself, whatever else is told', async (t) => {
  t.equal(sleepLeftAt(known(PARTS, 0), 5000), 0);
  const set = learn(known(PARTS, 0), 'sleep_timer', { remaining: 60_000 }, 1000);
  const later = learn(set, 'status', { status: 3 }, 20_000);
  t.equal(sleepLeftAt(later, 31_000), 30_000);
  t.equal(sleepLeftAt(later, 100_000), 0);
});

t.test('the play button pauses, resumes, goes on where it stood, or plays', async (t) => {
  const at = (status: Parts['status']['status'], resume_index: number) =>
    playRequest({ ...PARTS, status: { ...PARTS.status, status }, queue: { ...PARTS.queue, resume_index } });
  t.equal(at(1, 0), '/player/pause');
  t.equal(at(3, 0), '/player/resume');
  t.equal(at(0, 0), '/playlists/resume-track');
  t.equal(at(0, -1), '/player/play');
});

t.test('repeat goes round off, all and one, and leaves the rarer modes by off', async (t) => {
  t.strictSame([0, 1, 2, 3, 4].map(nextRepeat), [1, 2, 0, 0, 0]);
});

t.test('times are written as on a player', async (t) => {
  t.strictSame([0, 7999, 754_000, 3_723_000].map(timeText), ['0:00', '0:07', '12:34', '1:02:03']);
});

t.test('a file that is known by its name alone may have tags to come, a stream has none', async (t) => {
  t.ok(isUntagged({ ...TRACK, path: '/music/a.mp3', length: 0 }));
  t.notOk(isUntagged({ ...TRACK, path: '/music/a.mp3', length: 1000 }));
  t.notOk(isUntagged({ ...TRACK, path: 'http://radio.example/live', length: 0 }));
});
