import t from 'tap';
import {
  IDLE,
  isLoaded,
  isRunning,
  transition,
  type EngineEvent,
  type EngineState,
} from '../../../src/playback/engine/engine-state.js';
import type { Interruption } from '../../../src/playback/engine/captured-playback.js';
import { FROM_START, type RequestedTrack } from '../../../src/playback/engine/queue-track.js';
import { milliseconds } from '../../../src/units.js';

const request = (playId: number): RequestedTrack => ({
  track: { playId, location: `/${playId}` },
  from: FROM_START,
  elapsed: milliseconds(0),
});
const interruption = { playback: 'a phone' } as unknown as Interruption;
const captured: EngineState = { kind: 'captured', interruption, requested: request(1), next: undefined };
const CAPTURE: EngineEvent = { type: 'capture', interruption, requested: request(1), next: undefined };
const follower = { playId: 2, location: '/2' };

/** `loaded stream runs`, and states without a source by their kind. */
const states: Readonly<Record<string, EngineState>> = {
  idle: IDLE,
  'idle runs': { kind: 'idle', runs: true },
  'loading file': { kind: 'loading', source: 'file', runs: false },
  'loading file runs': { kind: 'loading', source: 'file', runs: true },
  'loading stream': { kind: 'loading', source: 'stream', runs: false },
  'loading stream runs': { kind: 'loading', source: 'stream', runs: true },
  'loaded file': { kind: 'loaded', source: 'file', runs: false },
  'loaded file runs': { kind: 'loaded', source: 'file', runs: true },
  'loaded stream': { kind: 'loaded', source: 'stream', runs: false },
  'loaded stream runs': { kind: 'loaded', source: 'stream', runs: true },
  stalled: { kind: 'stalled' },
  disconnected: { kind: 'disconnected' },
  captured,
};

const load = (source: 'file' | 'stream', isReady: boolean): EngineEvent => ({
  type: 'load',
  request: request(2),
  source,
  isReady,
});
const events: Readonly<Record<string, EngineEvent>> = {
  'load file': load('file', true),
  'resolve file': load('file', false),
  'load stream': load('stream', true),
  'join stream': load('stream', false),
  follow: { type: 'follow', track: follower },
  ...Object.fromEntries(
    (['clear', 'run', 'halt', 'ready', 'failed', 'dropped', 'waiting', 'dry', 'supplied', 'release'] as const).map(
      (type) => [type, { type }],
    ),
  ),
  hold: { type: 'hold', isLive: false },
  'hold live': { type: 'hold', isLive: true },
  'started file': { type: 'started', source: 'file' },
  'started stream': { type: 'started', source: 'stream' },
  capture: CAPTURE,
};

function nameOf(state: EngineState): string {
  const found = Object.entries(states).find(([, each]) => JSON.stringify(each) === JSON.stringify(state));
  return found?.[0] ?? JSON.stringify(state);
}

/** Every edge: from, event, to, effects. What is not listed leaves the state as it is and has no effect. */
const LOADS = ['idle', 'loading file', 'loading stream', 'loaded file', 'loaded stream', 'disconnected'];
const RUNNING = [
  'idle runs',
  'loading file runs',
  'loading stream runs',
  'loaded file runs',
  'loaded stream runs',
  'stalled',
];
type Edge = readonly [from: string, event: string, to: string, effects: string];
const EDGES: readonly Edge[] = [
  ...[...LOADS, ...RUNNING].flatMap((from): Edge[] => {
    const runs = RUNNING.includes(from) ? ' runs' : '';
    return [
      [from, 'load file', `loaded file${runs}`, 'pass'],
      [from, 'resolve file', `loading file${runs}`, 'clear resolve'],
      [from, 'load stream', `loaded stream${runs}`, 'pass'],
      [from, 'join stream', `loading stream${runs}`, runs === '' ? 'halt clear' : 'halt clear connect'],
      [from, 'follow', from, 'follow'],
      [from, 'clear', `idle${runs}`, 'clear'],
      [from, 'failed', `idle${runs}`, 'halt clear'],
      [from, 'dropped', `idle${runs}`, ''],
      [from, 'started file', `loaded file${runs}`, ''],
      [from, 'started stream', `loaded stream${runs}`, ''],
      [from, 'waiting', `loading stream${runs}`, 'halt'],
      [from, 'capture', 'captured', 'clear'],
    ];
  }),
  ...['', ' runs'].flatMap((runs): Edge[] => [
    [`loading file${runs}`, 'ready', `loaded file${runs}`, 'pass'],
    [`loading stream${runs}`, 'ready', `loaded stream${runs}`, 'pass'],
    [`idle${runs}`, 'run', 'idle runs', 'run'],
    [`loading file${runs}`, 'run', 'loading file runs', 'run'],
    [`loading stream${runs}`, 'run', 'loading stream runs', 'connect'],
    [`loaded file${runs}`, 'run', 'loaded file runs', 'run'],
    [`loaded stream${runs}`, 'run', 'loaded stream runs', 'run'],
    [`idle${runs}`, 'hold', 'idle', 'hold'],
    [`idle${runs}`, 'hold live', 'idle', 'hold'],
    [`loading file${runs}`, 'hold', 'loading file', 'hold'],
    [`loading file${runs}`, 'hold live', 'loading file', 'hold'],
    [`loading stream${runs}`, 'hold', 'loading stream', 'hold disconnect'],
    [`loading stream${runs}`, 'hold live', 'loading stream', 'hold disconnect'],
    [`loaded file${runs}`, 'hold', 'loaded file', 'hold'],
    [`loaded stream${runs}`, 'hold', 'loaded stream', 'hold'],
    [`loaded stream${runs}`, 'hold live', 'disconnected', 'hold disconnect'],
    [`idle${runs}`, 'halt', 'idle', 'disconnectAll halt'],
    [`loading file${runs}`, 'halt', 'loading file', 'disconnectAll halt'],
    [`loading stream${runs}`, 'halt', 'loading stream', 'disconnectAll halt'],
    [`loaded file${runs}`, 'halt', 'loaded file', 'disconnectAll halt'],
    [`loaded stream${runs}`, 'halt', 'disconnected', 'disconnectAll halt'],
  ]),
  ['stalled', 'run', 'stalled', 'run'],
  ['stalled', 'hold', 'loaded stream', 'hold'],
  ['stalled', 'hold live', 'disconnected', 'hold disconnect'],
  ['stalled', 'halt', 'disconnected', 'disconnectAll halt'],
  ['stalled', 'supplied', 'loaded stream runs', 'run'],
  ['loaded stream runs', 'dry', 'stalled', 'hold'],
  ['disconnected', 'run', 'loading stream runs', 'connect'],
  ['disconnected', 'hold', 'disconnected', 'hold'],
  ['disconnected', 'hold live', 'disconnected', 'hold'],
  ['disconnected', 'halt', 'disconnected', 'disconnectAll halt'],
  ['captured', 'release', 'idle', 'halt clear'],
];
/** A local file is never live, and never runs dry. */
const IMPOSSIBLE = ['loaded file: hold live', 'loaded file runs: hold live', 'loaded file runs: dry'];

t.test('every event leads from every state where the diagram says', async (t) => {
  const expected = new Map(EDGES.map(([from, event, to, effects]) => [`${from}: ${event}`, [to, effects]]));
  for (const [from, state] of Object.entries(states)) {
    for (const [name, event] of Object.entries(events)) {
      const edge = `${from}: ${name}`;
      if (IMPOSSIBLE.includes(edge) || (from === 'captured' && /load|resolve|join|follow|clear/.test(name))) continue;
      const { state: to, effects } = transition(state, event);
      t.strictSame([nameOf(to), effects.join(' ')], expected.get(edge) ?? [from, ''], edge);
    }
  }
});

t.test('while a captured input is played, what the player loads is only noted', async (t) => {
  const loaded = transition(captured, load('file', true));
  t.match(loaded, { state: { kind: 'captured', requested: request(2), next: undefined }, effects: [] });
  const followed = transition(loaded.state, { type: 'follow', track: follower });
  t.match(followed, { state: { requested: request(2), next: follower }, effects: [] });
  t.match(transition(followed.state, { type: 'clear' }).state, { requested: undefined, next: undefined });
  t.match(transition(followed.state, { type: 'release' }), { state: IDLE, effects: ['halt', 'clear'] });
});

t.test('what is to sound, and what the pipeline has, follow from the state', async (t) => {
  const named = Object.entries(states);
  t.strictSame(
    named
      .filter(([, state]) => isRunning(state))
      .map(([name]) => name)
      .sort(),
    [...RUNNING].sort(),
  );
  t.strictSame(
    named.filter(([, state]) => isLoaded(state)).map(([name]) => name),
    ['loaded file', 'loaded file runs', 'loaded stream', 'loaded stream runs', 'stalled'],
  );
});
