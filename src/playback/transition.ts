/**
 * The playback state machine as a pure function: `transition(state, event) → { state, effects }`.
 *
 *                 play, start,
 *                 resumeTrack                    pause, a track boundary of single mode
 *      ┌─────────┐ ─────────▶ ┌─────────┐ ─────────────▶ ┌────────┐
 *      │ stopped │            │ playing │                │ paused │
 *      └─────────┘ ◀───────── └─────────┘ ◀───────────── └────────┘
 *        ▲   stop, finished                resume, start      │
 *        └──────────────────────── stop ───────────────────────┘
 *
 * An output that is lost pauses what plays, and one that is back soon lets it go on. So does somebody else's sound that
 * takes the place of the queue for a while.
 * next, previous, seek and play keep `paused` paused. Stopped, the selected entry is kept decoded (`prepared`), so
 * that play is instant. Each playing of a track has a play id of its own; events of a superseded one change nothing.
 * Stopped after a start, `goOn` plays again what played when the daemon ended, unless it was stopped by hand since.
 * An alarm suspends the queue and plays in its place; afterwards the queue is as it was (suspension.ts).
 * Whatever changes what is kept ends with the effect `save`.
 */
import { ENGINE_REACTIONS } from './engine-reactions.js';
import { QUEUE_REACTIONS } from './queue-edits.js';
import type { MachineEvent, PlayerState, Transition } from './state.js';
import { TRANSPORT_REACTIONS } from './transport.js';

const REACTIONS = { ...TRANSPORT_REACTIONS, ...ENGINE_REACTIONS, ...QUEUE_REACTIONS };

export function transition(state: PlayerState, event: MachineEvent): Transition {
  const react: (state: PlayerState, event: never) => Transition = REACTIONS[event.type];
  const result = react(state, event as never);
  if (event.type === 'restored' || !isKeptDifferently(state, result.state)) return result;
  return { state: result.state, effects: [...result.effects, { type: 'save' }] };
}

/** Whether playing is to go on after a start of the daemon: what only its output has paused counts as playing. */
export function isToGoOn({ playback }: PlayerState): boolean {
  if (playback.kind === 'stopped') return playback.awaitsStart;
  return playback.kind === 'playing' || playback.because === 'outputLost';
}

function isKeptDifferently(before: PlayerState, after: PlayerState): boolean {
  if (before === after) return false;
  const [one, other] = [before.queue, after.queue];
  return (
    before.modes !== after.modes ||
    before.suspended !== after.suspended ||
    before.resume !== after.resume ||
    isToGoOn(before) !== isToGoOn(after) ||
    (one.cursor === 'at') !== (other.cursor === 'at') ||
    one.entries !== other.entries ||
    one.index !== other.index ||
    one.firstIndex !== other.firstIndex ||
    one.lastInsertPosition !== other.lastInsertPosition ||
    one.seed !== other.seed ||
    one.unshuffled !== other.unshuffled
  );
}
