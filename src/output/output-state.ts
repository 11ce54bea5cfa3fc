/**
 * State of the output's device, and its transitions.
 *
 *   released ──want──▶ opening ──opened──▶ open ──failed──▶ lost ──opened──▶ open
 *       ▲                 ▲                 │
 *       │                 └──deviceClosed───┤   another rate, or a change that needs silence
 *       └──────────release (a minute of silence)
 *
 *   any ──close──▶ closed
 */

/**
 * `released`: no device is wanted, before the first track and after a rest; one that is still open is about to be closed.
 * `opening`: a device is wanted and none is open; one that was refused is tried again. `open`: it plays from the ring.
 * `lost`: it failed while it was in use, and is looked for. `closed`: for good.
 */
export type OutputState = 'released' | 'opening' | 'open' | 'lost' | 'closed';

/** `keep`: a device is wanted, and the one that a release was about to close still plays. */
export type OutputStateEvent = 'want' | 'keep' | 'opened' | 'failed' | 'deviceClosed' | 'release' | 'close';

/** Events that a state does not list leave it as it is: a device that opens after a release is closed again. */
const TRANSITIONS: Readonly<Record<OutputState, Partial<Record<OutputStateEvent, OutputState>>>> = {
  released: { want: 'opening', keep: 'open', close: 'closed' },
  opening: { opened: 'open', release: 'released', close: 'closed' },
  open: { failed: 'lost', deviceClosed: 'opening', release: 'released', close: 'closed' },
  lost: { opened: 'open', release: 'released', close: 'closed' },
  closed: {},
};

export function nextState(state: OutputState, event: OutputStateEvent): OutputState {
  return TRANSITIONS[state][event] ?? state;
}
