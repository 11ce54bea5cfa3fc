/** The contract's tables of section 6 row by row, over HTTP: each title is a row and a column of it. */
import t from 'tap';
import { startBox, type Box } from './box.js';

const KINDS = ['stopped', 'playing', 'paused'] as const;
const NONE = 'no effect';

/** Commands with the queue a b c at b. `load` is the engine's call where there is an effect. */
const COMMANDS: readonly [row: string, path: string, expected: readonly [string, string, string], load?: string][] = [
  [
    'play(elapsed, offset)',
    '/player/play?elapsed=700&offset=9',
    ['playing b at 1, then c', 'playing b at 1, then c', 'paused b at 1, then c'],
    'b from 700 ms',
  ],
  [
    '/playlists/start',
    '/playlists/start?start_index=2',
    ['playing c at 2, then nothing', 'playing c at 2, then nothing', 'playing c at 2, then nothing'],
    'c from 0 ms',
  ],
  ['pause', '/player/pause', [NONE, 'paused b at 1, then c', NONE]],
  ['resume', '/player/resume', [NONE, NONE, 'playing b at 1, then c']],
  ['next', '/player/next', [NONE, 'playing c at 2, then nothing', 'paused c at 2, then nothing'], 'c from 0 ms'],
  ['previous', '/player/previous', [NONE, 'playing a at 0, then b', 'paused a at 0, then b'], 'a from 0 ms'],
  [
    'ff-rewind(ms): negative = from the end',
    '/player/ff-rewind?newtime=-900',
    [NONE, 'playing b at 1, then c', 'paused b at 1, then c'],
    'b from -900 ms',
  ],
  [
    'ff-rewind(ms): 0 = start',
    '/player/ff-rewind?newtime=0',
    [NONE, 'playing b at 1, then c', 'paused b at 1, then c'],
    'b from 0 ms',
  ],
  [
    'stop',
    '/player/stop',
    [NONE, 'stopped nothing at 1, then nothing', 'stopped nothing at 1, then nothing'],
    'b from 0 ms',
  ],
  ['flush-and-reload', '/player/flush-and-reload-tracks', [NONE, 'playing b at 1, then c', 'paused b at 1, then c']],
];

for (const [row, path, expected, load] of COMMANDS) {
  for (const [column, kind] of KINDS.entries()) {
    t.test(`commands over HTTP: ${row}, ${kind}`, async (t) => {
      const box = await startBox(t, ['a', 'b', 'c'], kind, 1);
      const before = await box.seen();
      const answer = await box.put(path);
      t.strictSame([answer.status, answer.text], [200, '']);
      const wanted = expected[column];
      t.equal(await box.seen(), wanted === NONE ? before : wanted);
      t.equal((await box.order()).replace('*', ''), '^a b c', 'the queue is kept');
      const calls = box.engine.reported();
      if (wanted === NONE) t.strictSame(calls, []);
      else if (load !== undefined) t.ok(calls.includes(`load ${box.library}/${load}`), calls.join(', '));
      if (row === 'flush-and-reload' && wanted !== NONE) t.strictSame(calls, [`follow ${box.library}/c`]);
    });
  }
}

t.test('commands over HTTP: play on an empty queue stays stopped', async (t) => {
  const box = await startBox(t, []);
  t.equal((await box.put('/player/play')).status, 200);
  t.equal(await box.seen(), 'stopped nothing at 0, then nothing');
});

t.test('commands over HTTP: stop saves the position for resume, and keeps the queue', async (t) => {
  const box = await startBox(t, ['a', 'b', 'c'], 'playing', 1);
  await box.put('/player/ff-rewind?newtime=4321');
  await box.put('/player/stop');
  t.match((await box.send('GET', '/status')).json, { resume_index: 1 });
  t.equal(await box.order(), '^a b* c');
});

/** The sounding track ends by itself: the engine goes on to what follows, or has nothing more. */
function endNaturally({ engine }: Box): void {
  if (engine.following === undefined) engine.runsDry();
  else engine.goesOn();
}

const NEXT = (box: Box) => box.put('/player/next');
const PREVIOUS = (box: Box) => box.put('/player/previous');
const END = async (box: Box) => {
  endNaturally(box);
};

/** Ends of the tracks of the queue a b c; the new order of repeat 3 is tested below. */
const ENDS: readonly [row: string, repeat: number, index: number, act: (box: Box) => Promise<unknown>, seen: string][] =
  [
    ['0 off: automatic end of last track', 0, 2, END, 'stopped nothing at 2, then nothing'],
    ['0 off: next at last', 0, 2, NEXT, 'playing c at 2, then nothing'],
    ['0 off: previous at first', 0, 0, PREVIOUS, 'playing a at 0, then b'],
    ['1 all: automatic end of last track', 1, 2, END, 'playing a at 0, then b'],
    ['1 all: next at last', 1, 2, NEXT, 'playing a at 0, then b'],
    ['1 all: previous at first', 1, 0, PREVIOUS, 'playing c at 2, then a'],
    ['2 one: automatic end of last track', 2, 2, END, 'playing c at 2, then c'],
    ['2 one: next at last', 2, 2, NEXT, 'playing a at 0, then a'],
    ['2 one: previous at first', 2, 0, PREVIOUS, 'playing c at 2, then c'],
    ['3 shuffle: previous at first', 3, 0, PREVIOUS, 'playing a at 0, then b'],
    ['4 A-B: automatic end of last track', 4, 2, END, 'playing c at 2, then c'],
    ['4 A-B: next at last', 4, 2, NEXT, 'playing c at 2, then c'],
    ['4 A-B: previous at first', 4, 0, PREVIOUS, 'playing a at 0, then a'],
  ];

for (const [row, repeat, index, act, seen] of ENDS) {
  t.test(`ends of the queue over HTTP: ${row}`, async (t) => {
    const box = await startBox(t, ['a', 'b', 'c'], 'playing', index);
    t.equal((await box.put('/settings', { repeat_mode: repeat })).status, 204);
    box.engine.reported();
    await act(box);
    t.equal(await box.seen(), seen);
    t.equal((await box.order()).replace('*', ''), '^a b c', 'the queue is kept');
    const { resume_index: resume } = (await box.send('GET', '/status')).json as { resume_index: number };
    t.equal(resume === -1, seen.startsWith('stopped'), 'only the natural end clears the saved position');
    if (repeat === 4 && act !== END) t.match(box.engine.reported()[0], /^load .* from 0 ms$/, 'it begins again');
  });
}

for (const [row, act] of [
  ['automatic end of last track', END],
  ['next at last', NEXT],
] as const) {
  t.test(`ends of the queue over HTTP: 3 shuffle: ${row}`, async (t) => {
    const box = await startBox(t, ['a', 'b', 'c'], 'playing', 2);
    await box.put('/settings', { repeat_mode: 3 });
    const before = (await box.info())['seed'];
    await act(box);
    const { index, first_index: first, seed, entries } = await box.info();
    t.strictSame([index, first], [0, 0]);
    t.not(seed, before);
    t.equal((entries as unknown[]).length, 3);
    t.match((await box.send('GET', '/settings')).json, { playlist_shuffle: true });
    t.match(await box.seen(), /^playing [ab] at 0, then /);
  });
}

for (const [name, number] of [
  ['off', 0],
  ['track', 1],
  ['album', 2],
  ['album artist', 3],
  ['artist', 4],
  ['composer', 5],
  ['work', 6],
  ['genre', 7],
] as const) {
  t.test(`single_mode over HTTP: ${number} ${name}`, async (t) => {
    // In the rig, files of one word before the dash belong together in everything that single mode knows.
    for (const [second, differs] of [
      ['one-b', name === 'track'],
      ['two-b', name !== 'off'],
    ] as const) {
      const box = await startBox(t, ['one-a', second], 'playing');
      await box.put('/settings', { single_mode: number });
      t.match((await box.send('GET', '/settings')).json, { single_mode: number });
      await box.settled();
      if (differs) box.engine.runsDry();
      else box.engine.goesOn();
      t.equal(await box.seen(), `${differs ? 'paused' : 'playing'} ${second} at 1, then nothing`);
    }
  });
}
