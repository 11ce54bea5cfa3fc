/**
 * The alarm that rings, as a state machine: `transition(state, event) → { state, effects }`, a pure function.
 *
 *                    due                         snoozed
 *      waiting ─────────────▶ ringing: music ─────────────▶ snoozed
 *         ▲                    │ failed  ▲  ▲                  │ │
 *         │                    ▼         │  └──── timeIsUp ────┘ │
 *         │              ringing: tone ──┘ due (another alarm)   │
 *         │                    │                                 │
 *         └─ stopped, silenced, removed, timeIsUp ◀── stopped, removed
 *
 * Another alarm that is due takes the place of the one that rings or is snoozed. `failed`: its music does not start, or
 * broke: the built-in tone plays from then on. `silenced`: somebody paused the player, or played something else.
 */
import type { AlarmFacts } from './alarm.js';

/** The alarm as it was when it began to ring. */
export interface RungAlarm extends Pick<AlarmFacts, 'name' | 'music' | 'isShuffled' | 'level'> {
  readonly id: string;
  /** The time for which it was set, in Unix milliseconds. */
  readonly occurrence: number;
  /** Milliseconds. */
  readonly fadeIn: number;
  readonly snooze: number;
  readonly duration: number;
}

/** `until`: when it ends by itself, or rings again, in Unix milliseconds. */
export type RingState =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'ringing';
      readonly alarm: RungAlarm;
      readonly until: number;
      /** Why the tone plays in the place of its music; null while the music does. */
      readonly failure: string | null;
    }
  | { readonly kind: 'snoozed'; readonly alarm: RungAlarm; readonly until: number };

/** `at`: now, in Unix milliseconds. */
export type RingEvent =
  | { readonly type: 'due'; readonly alarm: RungAlarm; readonly at: number }
  | { readonly type: 'snoozed' | 'timeIsUp'; readonly at: number }
  | { readonly type: 'stopped' | 'silenced' }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'failed'; readonly reason: string };

/** `rest`: silence, and the queue and the volume are back; `goesOn`: the queue plays on if it played before. */
export type RingEffect = { readonly type: 'play' | 'playTone' } | { readonly type: 'rest'; readonly goesOn: boolean };

export interface RingTransition {
  readonly state: RingState;
  readonly effects: readonly RingEffect[];
}

export const WAITING: RingState = { kind: 'waiting' };

const rest = (goesOn: boolean): readonly RingEffect[] => [{ type: 'rest', goesOn }];

export function transition(state: RingState, event: RingEvent): RingTransition {
  if (event.type === 'due') return rings(event.alarm, event.at);
  switch (state.kind) {
    case 'waiting':
      return { state, effects: [] };
    case 'ringing':
      return whileRinging(state, event);
    case 'snoozed':
      return whileSnoozed(state, event);
  }
}

function rings(alarm: RungAlarm, at: number): RingTransition {
  return { state: { kind: 'ringing', alarm, until: at + alarm.duration, failure: null }, effects: [{ type: 'play' }] };
}

function snoozes(alarm: RungAlarm, at: number): RingState {
  return { kind: 'snoozed', alarm, until: at + alarm.snooze };
}

type Later = Exclude<RingEvent, { readonly type: 'due' }>;

function whileRinging(state: RingState & { readonly kind: 'ringing' }, event: Later): RingTransition {
  switch (event.type) {
    case 'snoozed':
      return { state: snoozes(state.alarm, event.at), effects: rest(false) };
    case 'stopped':
      return { state: WAITING, effects: rest(true) };
    case 'silenced':
    case 'timeIsUp':
      return { state: WAITING, effects: rest(false) };
    case 'removed':
      return event.id === state.alarm.id ? { state: WAITING, effects: rest(true) } : { state, effects: [] };
    case 'failed':
      if (state.failure !== null) return { state, effects: [] };
      return { state: { ...state, failure: event.reason }, effects: [{ type: 'playTone' }] };
  }
}

function whileSnoozed(state: RingState & { readonly kind: 'snoozed' }, event: Later): RingTransition {
  switch (event.type) {
    case 'snoozed':
      return { state: snoozes(state.alarm, event.at), effects: [] };
    case 'timeIsUp':
      return rings(state.alarm, event.at);
    case 'stopped':
      return { state: WAITING, effects: [] };
    case 'removed':
      return { state: event.id === state.alarm.id ? WAITING : state, effects: [] };
    case 'silenced':
    case 'failed':
      return { state, effects: [] };
  }
}
