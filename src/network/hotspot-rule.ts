/**
 * When the hotspot is on: a state machine without side effects. Times are in milliseconds of one monotonic clock.
 *
 *                  ┌───────────── a network ──────────────┐
 *     off ─start─▶ waiting ◀─lost: 5 min── connected ◀────┤
 *      ▲            │  ▲                                  │
 *      │     45 s   ▼  └──turn is over, phones are idle─┐ │
 *      │          starting ──it is there──▶ on ─────────┴─┤
 *      │            ▲  └──failed: waiting, 1 min  │ join  │
 *   by hand         └──────failed─────── joining ◀┘       │
 *                                           └── joined ───┘
 *
 * `off` is the rest: the hotspot comes by hand only, and a network leads from there to `connected` where the rule is
 * automatic. A hotspot by hand takes no turns with known networks. A cable that gets an address ends either kind.
 */

/** How long something lasts. */
export interface RuleTimes {
  /** Without a network after the start. */
  readonly atStart: number;
  /** Without a network after it was lost: a router that restarts takes some minutes. */
  readonly afterLoss: number;
  /** The hotspot, before known networks are tried again. */
  readonly turn: number;
  /** The attempt at known networks. */
  readonly attempt: number;
  /** More of a wait, once, for a network that is being connected at its end. */
  readonly more: number;
  /** Before a hotspot that could not be made is tried again. */
  readonly retry: number;
  /** A phone uses the hotspot until so long after its last request. */
  readonly use: number;
}

export const RULE_TIMES: RuleTimes = {
  atStart: 45_000,
  afterLoss: 300_000,
  turn: 180_000,
  attempt: 45_000,
  more: 30_000,
  retry: 60_000,
  use: 120_000,
};

/** What NetworkManager has at a moment. */
export interface RuleFacts {
  /** A wired network with an address. */
  readonly hasCable: boolean;
  /** A Wi-Fi network with an address. */
  readonly hasWifi: boolean;
  /** A network is being connected. */
  readonly isConnecting: boolean;
  readonly hotspot: 'none' | 'starting' | 'on';
}

interface Made {
  readonly byHand: boolean;
  /** A cable that is there already does not end a hotspot that is made by hand. */
  readonly hadCable: boolean;
}

export type RuleState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'waiting'; readonly until: number; readonly hadMore: boolean }
  | ({ readonly kind: 'starting' } & Made)
  /** `until`: end of the turn; undefined for one without end. */
  | ({ readonly kind: 'on'; readonly until: number | undefined } & Made)
  | ({ readonly kind: 'joining' } & Made);

export type RuleEvent =
  /** NetworkManager has appeared. */
  | { readonly kind: 'begin' }
  /** NetworkManager is gone, and with it every network. */
  | { readonly kind: 'end' }
  | { readonly kind: 'facts'; readonly facts: RuleFacts }
  /** `until` has come. `lastUse`: the last request of a phone. */
  | { readonly kind: 'time'; readonly facts: RuleFacts; readonly hasKnown: boolean; readonly lastUse: number }
  | { readonly kind: 'turn'; readonly isOn: boolean; readonly facts: RuleFacts }
  | { readonly kind: 'join' }
  | { readonly kind: 'joined' }
  | { readonly kind: 'notJoined'; readonly facts: RuleFacts };

export class HotspotRule {
  /** @param isAutomatic false: only by hand */
  constructor(
    readonly isAutomatic: boolean,
    private readonly times: RuleTimes = RULE_TIMES,
  ) {}

  next(state: RuleState, event: RuleEvent, now: number): RuleState {
    switch (event.kind) {
      case 'begin':
        return state.kind === 'off' && this.isAutomatic ? waiting(now + this.times.atStart) : state;
      case 'end':
        return state.kind === 'joining' ? state : { kind: 'off' };
      case 'facts':
        return this.#seen(state, event.facts, now);
      case 'time':
        return this.#over(state, event, now);
      case 'turn':
        return event.isOn ? switchedOn(state, event.facts) : this.#switchedOff(state);
      case 'join':
        return isMade(state) ? { kind: 'joining', byHand: state.byHand, hadCable: state.hadCable } : state;
      case 'joined':
        return state.kind === 'joining' ? this.#ended() : state;
      case 'notJoined':
        if (state.kind !== 'joining') return state;
        return cableCame(state, event.facts) ? this.#ended() : { ...state, kind: 'starting' };
    }
  }

  #seen(state: RuleState, facts: RuleFacts, now: number): RuleState {
    const isConnected = facts.hasCable || facts.hasWifi;
    switch (state.kind) {
      case 'off':
      case 'connected':
      case 'waiting':
        // One that was left by a daemon that has ended.
        if (facts.hotspot === 'on') return this.#on({ byHand: !this.isAutomatic, hadCable: facts.hasCable }, now);
        if (!this.isAutomatic) return state;
        if (isConnected) return { kind: 'connected' };
        return state.kind === 'connected' ? waiting(now + this.times.afterLoss) : state;
      case 'starting':
      case 'on':
        if (cableCame(state, facts) || (facts.hasWifi && !state.byHand)) return this.#ended();
        if (facts.hotspot === 'none') return this.isAutomatic ? waiting(now + this.times.retry) : { kind: 'off' };
        if (facts.hotspot === 'on' && state.kind === 'starting') {
          return this.#on({ byHand: state.byHand, hadCable: facts.hasCable }, now);
        }
        return { ...state, hadCable: facts.hasCable };
      case 'joining':
        return state;
    }
  }

  #over(state: RuleState, { facts, hasKnown, lastUse }: Extract<RuleEvent, { kind: 'time' }>, now: number): RuleState {
    const { turn, attempt, more, use } = this.times;
    if (state.kind === 'waiting' && now >= state.until) {
      if (facts.isConnecting && !state.hadMore) return { ...state, until: now + more, hadMore: true };
      return { kind: 'starting', byHand: false, hadCable: false };
    }
    if (state.kind !== 'on' || state.until === undefined || now < state.until) return state;
    if (!hasKnown) return { ...state, until: now + turn };
    return now < lastUse + use ? { ...state, until: lastUse + use } : waiting(now + attempt);
  }

  /** By hand, the box may stay without a network: until there has been one, or until the next start. */
  #switchedOff(state: RuleState): RuleState {
    return isMade(state) ? { kind: 'off' } : state;
  }

  #on(made: Made, now: number): RuleState {
    return { kind: 'on', ...made, until: made.byHand ? undefined : now + this.times.turn };
  }

  #ended(): RuleState {
    return this.isAutomatic ? { kind: 'connected' } : { kind: 'off' };
  }
}

function waiting(until: number): RuleState {
  return { kind: 'waiting', until, hadMore: false };
}

/** Whether the hotspot is there, or about to be. */
export function isMade(state: RuleState): state is Extract<RuleState, { kind: 'starting' | 'on' }> {
  return state.kind === 'starting' || state.kind === 'on';
}

function cableCame({ hadCable }: Made, { hasCable }: RuleFacts): boolean {
  return hasCable && !hadCable;
}

function switchedOn(state: RuleState, { hasCable }: RuleFacts): RuleState {
  if (state.kind === 'on') return { ...state, byHand: true, until: undefined };
  if (state.kind === 'starting') return { ...state, byHand: true };
  return state.kind === 'joining' ? state : { kind: 'starting', byHand: true, hadCable: hasCable };
}
