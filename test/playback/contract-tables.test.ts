/** The contract's tables of section 6 row by row: each title is a row and a column of it. */
import t from 'tap';
import { transition } from '../../src/playback/transition.js';
import type { RepeatMode } from '../../src/playback/modes.js';
import { INITIAL_STATE, type MachineEvent, type PlayerState } from '../../src/playback/state.js';
import {
  after,
  atElapsed,
  pausedAt,
  PLAY,
  playIdOf,
  playingAt,
  seekTo,
  sketch,
  startAt,
  STOP,
  stoppedAt,
} from './states.js';

const NONE = 'no effect';

/** States of the queue /a /b /c, cursor at /b. */
const COMMANDS: readonly [name: string, event: MachineEvent, stopped: string, playing: string, paused: string][] = [
  [
    'play(elapsed, offset)',
    { type: 'play', from: atElapsed(700) },
    'playing /b at 1, then /c | load /b from 700 ms, follow /c, run, save',
    'playing /b at 1, then /c | load /b from 700 ms, follow /c, run, save',
    'paused /b at 1, then /c | load /b from 700 ms, follow /c, save',
  ],
  [
    '/playlists/start',
    startAt(2),
    'playing /c at 2, then nothing | load /c, follow nothing, run, save',
    'playing /c at 2, then nothing | load /c, follow nothing, run, save',
    'playing /c at 2, then nothing | load /c, follow nothing, run, save',
  ],
  ['pause', { type: 'pause' }, NONE, 'paused /b at 1, then /c | hold, save', NONE],
  ['resume', { type: 'resume' }, NONE, NONE, 'playing /b at 1, then /c | run, save'],
  [
    'next',
    { type: 'next' },
    NONE,
    'playing /c at 2, then nothing | load /c, follow nothing, run, save',
    'paused /c at 2, then nothing | load /c, follow nothing, save',
  ],
  [
    'previous',
    { type: 'previous' },
    NONE,
    'playing /a at 0, then /b | load /a, follow /b, run, save',
    'paused /a at 0, then /b | load /a, follow /b, save',
  ],
  [
    'ff-rewind(ms)',
    seekTo(-900),
    NONE,
    'playing /b at 1, then /c | load /b from -900 ms, follow /c, run, save',
    'paused /b at 1, then /c | load /b from -900 ms, follow /c, save',
  ],
  [
    'stop',
    STOP,
    NONE,
    'stopped at 1, /b prepared | halt, load /b, save',
    'stopped at 1, /b prepared | halt, load /b, save',
  ],
  [
    'flush-and-reload',
    { type: 'flush' },
    NONE,
    'playing /b at 1, then /c | follow /c',
    'paused /b at 1, then /c | follow /c',
  ],
];

for (const [name, event, stopped, playing, paused] of COMMANDS) {
  for (const [kind, before, expected] of [
    ['stopped', stoppedAt(1), stopped],
    ['playing', playingAt(1), playing],
    ['paused', pausedAt(1), paused],
  ] as const) {
    t.test(`commands: ${name}, ${kind}`, async (t) => {
      const { state, reported } = after(before, event);
      if (expected === NONE) t.equal(state, before);
      else t.equal(`${sketch(state)} | ${reported.join(', ')}`, expected);
    });
  }
}

t.test('commands: play on an empty queue stays stopped', async (t) => {
  const empty = after(stoppedAt(0), { type: 'cleared' }).state;
  t.equal(sketch(after(empty, PLAY).state), 'stopped at 0, nothing prepared');
});

const under = (repeat: RepeatMode, state: PlayerState): PlayerState =>
  after(state, { type: 'modesSet', modes: { repeat } }).state;

/** The track ends by itself: what follows is played, or nothing follows. */
function naturalEnd(state: PlayerState): PlayerState {
  const follows = state.playback.kind !== 'stopped' && state.playback.upcoming !== undefined;
  const event: MachineEvent = follows
    ? { type: 'trackStarted', playId: playIdOf(state, 'upcoming') }
    : { type: 'finished', playId: playIdOf(state, 'current') };
  return after(state, event).state;
}

t.test(
  'repeat 0 off: the automatic end of the last track stops, clears the saved position and keeps queue and index',
  async (t) => {
    const state = naturalEnd(playingAt(2));
    t.equal(sketch(state), 'stopped at 2, /c prepared');
    t.equal(state.resume, undefined);
  },
);

t.test('repeat 0 off: next at last has no effect and keeps playing', async (t) => {
  const before = playingAt(2);
  t.equal(after(before, { type: 'next' }).state, before);
});

t.test('repeat 0 off: previous at first has no effect', async (t) => {
  const before = playingAt(0);
  t.equal(after(before, { type: 'previous' }).state, before);
});

t.test('repeat 1 all: the automatic end of the last track continues with the first', async (t) => {
  t.equal(sketch(naturalEnd(under('all', playingAt(2)))), 'playing /a at 0, then /b');
});

t.test('repeat 1 all: next at last wraps to the first', async (t) => {
  t.equal(sketch(after(under('all', playingAt(2)), { type: 'next' }).state), 'playing /a at 0, then /b');
});

t.test('repeat 1 all: previous at first wraps to the last', async (t) => {
  t.equal(sketch(after(under('all', playingAt(0)), { type: 'previous' }).state), 'playing /c at 2, then /a');
});

t.test('repeat 2 one: the automatic end repeats the track', async (t) => {
  const before = under('one', playingAt(1));
  t.equal(sketch(before), 'playing /b at 1, then /b');
  t.equal(sketch(naturalEnd(before)), 'playing /b at 1, then /b');
});

t.test('repeat 2 one: manual skips behave as repeat all', async (t) => {
  t.equal(sketch(after(under('one', playingAt(2)), { type: 'next' }).state), 'playing /a at 0, then /a');
  t.equal(sketch(after(under('one', playingAt(0)), { type: 'previous' }).state), 'playing /c at 2, then /c');
});

for (const [how, go] of [
  ['the automatic end of the last track', naturalEnd],
  ['next at last', (state: PlayerState) => after(state, { type: 'next' }).state],
] as const) {
  t.test(`repeat 3 shuffle: ${how} re-shuffles with a new seed, continues at 0, sets playlist_shuffle`, async (t) => {
    const before = under('shuffle', playingAt(2));
    const state = go(before);
    t.equal(state.queue.index, 0);
    t.equal(state.queue.firstIndex, 0);
    t.ok(state.queue.seed > 0);
    t.equal(state.modes.shuffle, true);
    t.strictSame(new Set(state.queue.entries), new Set(before.queue.entries));
    t.not(state.queue.entries[0]!.location, '/c', 'not what was just played');
    const again = go(under('shuffle', after(state, startAt(2)).state));
    t.not(again.queue.seed, state.queue.seed);
  });
}

t.test('repeat 3 shuffle: previous at first has no effect', async (t) => {
  const before = under('shuffle', playingAt(0));
  t.equal(after(before, { type: 'previous' }).state, before);
});

t.test('repeat 4 A-B: the automatic end repeats the track', async (t) => {
  t.equal(sketch(naturalEnd(under('ab', playingAt(1)))), 'playing /b at 1, then /b');
});

for (const type of ['next', 'previous'] as const) {
  t.test(`repeat 4 A-B: ${type} restarts the current track, anywhere in the queue`, async (t) => {
    for (const at of [0, 1, 2]) {
      const before = under('ab', playingAt(at));
      const { state, reported } = after(before, { type });
      t.equal(sketch(state), sketch(before));
      t.equal(reported[0], `load ${['/a', '/b', '/c'][at] ?? ''}`);
    }
  });
}

t.test('single_mode 1 track: it pauses at the boundary, at the start of the next track', async (t) => {
  const before = after(playingAt(0), { type: 'modesSet', modes: { single: 'track' } });
  t.strictSame(before.reported, ['follow nothing', 'save']);
  const { state, reported } = after(before.state, { type: 'finished', playId: playIdOf(before.state, 'current') });
  t.equal(sketch(state), 'paused /b at 1, then /c');
  t.strictSame(reported, ['hold', 'load /b', 'follow nothing', 'save']);
});

t.test('single_mode 2 album: it pauses only where the albums differ', async (t) => {
  const before = after(playingAt(0), { type: 'modesSet', modes: { single: 'album' } });
  t.strictSame(before.reported, ['compare by album', 'save'], 'until that is known the next track follows');
  const boundary = before.state.boundary!;
  t.strictSame(after(before.state, { type: 'compared', boundary, differ: false }).reported, []);
  t.strictSame(after(before.state, { type: 'compared', boundary, differ: true }).reported, ['follow nothing']);
  t.equal(transition(before.state, { type: 'compared', boundary: { ...boundary }, differ: true }).state, before.state);
});

t.test('playlist_shuffle true: the current track becomes the logical first; false: the order is back', async (t) => {
  const shuffled = after(playingAt(1), { type: 'modesSet', modes: { shuffle: true } }).state;
  const { queue } = shuffled;
  t.equal(queue.entries[queue.firstIndex]!.location, '/b');
  t.equal(queue.index, queue.firstIndex);
  const back = after(shuffled, { type: 'modesSet', modes: { shuffle: false } }).state;
  t.strictSame(
    back.queue.entries.map(({ location }) => location),
    ['/a', '/b', '/c'],
  );
  t.strictSame([back.queue.index, back.queue.firstIndex, back.queue.seed], [1, 0, 0]);
});

t.test('before anything happened nothing waits, and nothing is played before or passed over', async (t) => {
  const { playback, resume, undo, resumeBeforeFailures, unplayable } = INITIAL_STATE;
  t.strictSame(
    { playback, resume, undo, resumeBeforeFailures },
    {
      playback: { kind: 'stopped', prepared: undefined, awaitsStart: false },
      ...{ resume: undefined, undo: undefined, resumeBeforeFailures: undefined },
    },
  );
  t.equal(unplayable.size, 0);
});
