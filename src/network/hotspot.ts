/**
 * The box's own Wi-Fi network, over which a phone reaches a box that has no other network. `hotspot-rule.ts` says when it
 * is on; this does what follows from that, one thing after the other. NetworkManager makes the hotspot from a profile in
 * memory, which is gone when the hotspot ends. While the rule is not automatic and the hotspot is off, nothing is followed
 * and no timer runs.
 *
 * Networks are joined through here, because the client may be in the network that the radio leaves for it: the hotspot, or
 * another Wi-Fi network. Thread: main.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SystemBus } from '../dbus/system-bus.js';
import { variant } from '../dbus/values.js';
import { TonearmError } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { WifiNetwork } from './access-points.js';
import { WIRELESS } from './bus-names.js';
import type { Country } from './country.js';
import { HOTSPOT_ADDRESS, hotspotProfile, type HotspotRadio, hotspotRadio } from './hotspot-profile.js';
import { HotspotRule, isMade, type RuleEvent, type RuleState, type RuleTimes } from './hotspot-rule.js';
import { activeHotspot, factsIn, watchConnections } from './hotspot-watch.js';
import { type Join, joinProfile, nameOf } from './join.js';
import { type JoinFailure, joinFailure } from './join-failure.js';
import { ManagedObjects } from './managed-objects.js';
import type { JoinOptions, Network } from './network.js';
import { CONTROL, NetworkManager } from './network-manager.js';
import { isJoining, noHotspot, noRadio } from './refusals.js';

/** The box leaves the network by which a client has reached it, to join another. */
export interface Leaving {
  /** Name of the other network. */
  readonly joining: string;
  /** Seconds in which somebody must find the box there, or it comes back; undefined when it leaves its hotspot. */
  readonly confirmWithin: number | undefined;
}

export interface HotspotState {
  readonly kind: 'off' | 'starting' | 'on' | 'joining';
  /** The name that it has, or would have. */
  readonly name: string;
  /** Address of the box in it, while it is on. */
  readonly address: string | undefined;
  /** Name of the network that the box tries to join, while the hotspot is down for that. */
  readonly joining: string | undefined;
  readonly failure: JoinFailure | undefined;
}

/** What a person needs to get into the hotspot. */
export interface HotspotAccess {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export interface HotspotDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe' | 'watchName'>;
  readonly network: Pick<Network, 'known' | 'join' | 'connect' | 'checkJoin' | 'scan' | 'radioAt' | 'confirmWithin'>;
  readonly country: Pick<Country, 'set'>;
  /** Whether it comes by itself where there is no network. */
  readonly isAutomatic: boolean;
  readonly password: string;
  readonly log: Log;
  /** Where tests shorten them. */
  readonly times?: RuleTimes;
}

/** Milliseconds before the box leaves a network: the answer has to leave by it. */
const ANSWER_FIRST = 500;
/** Milliseconds for a network to be joined: the hotspot is back a minute after the answer, or the network before. */
const JOIN_PATIENCE = 40_000;
const ON_TRIAL = { patience: JOIN_PATIENCE, isOnTrial: true };
/** Milliseconds until NetworkManager is called again after a call that failed. */
const TRY_AGAIN = 10_000;
/** Milliseconds after the hotspot. */
const LATELY = 600_000;

export class Hotspot {
  readonly #manager: NetworkManager;
  readonly #rule: HotspotRule;
  readonly #work = new SerialQueue();
  readonly #listeners = new Listeners();
  #state: RuleState = { kind: 'off' };
  /** The name it has, or had last. */
  #name = '';
  #joining: string | undefined;
  /** Whether the radio leaves a network for another, until somebody has found the box there. */
  #isLeaving = false;
  #failure: JoinFailure | undefined;
  /** Networks found right before the start. */
  #found: readonly WifiNetwork[] | undefined;
  #lastUse = -Infinity;
  #leftAt = -Infinity;
  /** Whether the next start allows WPA beside WPA2: taken in turns with failures. */
  #withWpa = false;
  #due: NodeJS.Timeout | undefined;
  #isLookDue = false;
  #isWatching: (() => void) | undefined;
  #isStopped = false;

  constructor(private readonly deps: HotspotDeps) {
    this.#manager = new NetworkManager(deps.bus);
    this.#rule = new HotspotRule(deps.isAutomatic, deps.times);
  }

  start(): void {
    this.#follow();
  }

  /** Leaves the hotspot as it is: a daemon that starts again finds it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#follow();
    await this.#work.whenIdle();
  }

  /** Address of the box in the hotspot; undefined while nobody can be in there. */
  get address(): string | undefined {
    return isMade(this.#state) ? HOTSPOT_ADDRESS : undefined;
  }

  /** Undefined while it is not on. */
  get access(): HotspotAccess | undefined {
    if (this.#state.kind !== 'on') return undefined;
    return { name: this.#name, password: this.deps.password, address: HOTSPOT_ADDRESS };
  }

  /** Calls `listener`, which must not throw, after each change; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Whether pages that were opened in the hotspot may look for the box now, from another network. */
  get wasOnLately(): boolean {
    return performance.now() < this.#leftAt + LATELY;
  }

  /** A phone in the hotspot has asked for something of the box. */
  noteUse(): void {
    this.#lastUse = performance.now();
  }

  /** Undefined where no radio can be an access point. @throws as `NetworkManager.call` */
  async read(): Promise<HotspotState | undefined> {
    const objects = await this.#manager.objects();
    const radio = hotspotRadio(objects);
    if (radio === undefined) return undefined;
    const facts = factsIn(objects);
    const isLeft = this.#state.kind === 'off' && facts.hotspot === 'on';
    if (isLeft) await this.#work.run(() => this.#take({ kind: 'facts', facts }, objects));
    const { kind } = this.#state;
    return {
      kind: kind === 'waiting' || kind === 'connected' ? 'off' : kind,
      name: radio.name,
      address: kind === 'on' ? HOTSPOT_ADDRESS : undefined,
      joining: kind === 'joining' ? this.#joining : undefined,
      failure: this.#failure,
    };
  }

  /** By hand; it goes off a moment later. @throws Unavailable NO_WIFI, NO_HOTSPOT, or as `NetworkManager.call` */
  async turn(isOn: boolean): Promise<void> {
    requireRadio(await this.#manager.objects());
    this.#later(async () => {
      if (!isOn) await delay(ANSWER_FIRST);
      const objects = await this.#manager.objects();
      await this.#take({ kind: 'turn', isOn, facts: factsIn(objects) }, objects);
    });
  }

  /** Networks in reach, without the hotspot: those found before it started while it is there. @throws as `Network.scan` */
  async scan(): Promise<readonly WifiNetwork[]> {
    const isBusy = isMade(this.#state) || this.#state.kind === 'joining';
    const found = (isBusy ? this.#found : undefined) ?? (await this.deps.network.scan());
    return found.filter(({ ssid }) => !isBusy || ssid.toString() !== this.#name);
  }

  /**
   * Joins a network. A client that would be cut off by that is answered first: the box leaves a moment later, and comes
   * back with the reason if it fails, or if nobody finds it in the other network.
   * @param country to set before, where the client names it
   * @param reachedAt address of the box that the client uses
   * @returns undefined when it is joined
   * @throws Conflict NETWORK_JOINING, InvalidInput INVALID_BODY, or as `Network.join`
   */
  async join(join: Join, country?: string, reachedAt = ''): Promise<Leaving | undefined> {
    const { network } = this.deps;
    const name = nameOf(join.ssid);
    this.#requireRest();
    if (isMade(this.#state)) {
      const security = this.#found?.find(({ ssid }) => ssid.equals(join.ssid))?.security;
      // A password that cannot be is refused while somebody is there to be told.
      joinProfile(join, security);
      this.#joining = name;
      this.#state = this.#rule.next(this.#state, { kind: 'join' }, performance.now());
      this.#later(() => this.#leaveHotspot(join, { security, patience: JOIN_PATIENCE }, country));
      return { joining: name, confirmWithin: undefined };
    }
    const radio = await network.radioAt(reachedAt);
    if (radio !== undefined && radio.wifi?.ssid.equals(join.ssid) !== true) {
      await network.checkJoin(join);
      return this.#leave(name, async () => {
        await this.#setCountry(country);
        await network.join(join, ON_TRIAL);
      });
    }
    await this.#setCountry(country);
    await network.join(join);
    this.#failure = undefined;
    return undefined;
  }

  /** Connects a known network, in the way of `join`. @throws Conflict NETWORK_JOINING, or as `Network.connect` */
  async connect(id: string, reachedAt: string): Promise<Leaving | undefined> {
    const { network } = this.deps;
    this.#requireRest();
    const radio = await network.radioAt(reachedAt);
    const ssid = radio && (await network.known()).find((each) => each.id === id)?.ssid;
    if (ssid !== undefined && radio?.network?.id !== id) {
      return this.#leave(nameOf(ssid), () => network.connect(id, ON_TRIAL));
    }
    await network.connect(id);
    this.#failure = undefined;
    return undefined;
  }

  /** @throws Conflict NETWORK_JOINING */
  #requireRest(): void {
    if (this.#state.kind === 'joining' || this.#isLeaving) throw isJoining();
  }

  /** From one network to another. */
  #leave(name: string, join: () => Promise<void>): Leaving {
    this.#requireRest();
    this.#isLeaving = true;
    this.#failure = undefined;
    void delay(ANSWER_FIRST)
      .then(join)
      .catch((error: unknown) => (this.#failure = this.#failureOf(name, error)))
      .finally(() => (this.#isLeaving = false));
    return { joining: name, confirmWithin: this.deps.network.confirmWithin };
  }

  async #leaveHotspot(join: Join, options: JoinOptions, country: string | undefined): Promise<void> {
    await delay(ANSWER_FIRST);
    this.#follow();
    this.#listeners.call();
    await this.#setCountry(country);
    const failure = await this.deps.network.join(join, options).then(
      () => undefined,
      (error: unknown) => this.#failureOf(nameOf(join.ssid), error),
    );
    this.#failure = failure;
    if (failure === undefined) return this.#take({ kind: 'joined' });
    const objects = await this.#manager.objects().catch(() => new ManagedObjects({}));
    await this.#take({ kind: 'notJoined', facts: factsIn(objects) }, objects);
  }

  #failureOf(network: string, error: unknown): JoinFailure {
    this.deps.log.info('hotspot: network not joined (what was before comes back)', { network, error });
    return joinFailure(network, error);
  }

  /** Never rejects: the radio can do without. */
  async #setCountry(country: string | undefined): Promise<void> {
    if (country === undefined) return;
    await this.deps.country.set(country).catch((error: unknown) => {
      this.deps.log.warn('network: country not set (the radio keeps the rules it had)', { country, error });
    });
  }

  /** Runs when what goes before has ended. Never rejects: nobody waits for it. */
  #later(work: () => Promise<void>): void {
    void this.#work.run(async () => {
      if (this.#isStopped) return;
      await work().catch((error: unknown) => {
        const isGone = error instanceof TonearmError && error.code === 'NO_NETWORK_MANAGER';
        this.deps.log[isGone ? 'debug' : 'warn']('hotspot: NetworkManager did not answer', { error });
        if (this.#state.kind !== 'off') this.#wakeIn(TRY_AGAIN);
      });
    });
  }

  /** Takes an event of the rule, and does what follows. @param objects as they are now, where they are known */
  async #take(event: RuleEvent, objects?: ManagedObjects): Promise<void> {
    const before = this.#state;
    const after = this.#rule.next(before, event, performance.now());
    if (after === before) return;
    this.#state = after;
    if (isMade(before) || before.kind === 'joining') this.#leftAt = performance.now();
    // A network that comes back after another was not joined says nothing of the other.
    if (after.kind === 'connected' && before.kind !== 'waiting') this.#failure = undefined;
    this.#follow();
    if (after.kind === 'starting' && !isMade(before)) {
      await this.#start(objects ?? (await this.#manager.objects()), before.kind !== 'joining');
    } else if (isMade(before) && !isMade(after)) {
      await this.#end(objects);
    } else if (after.kind === 'on' && before.kind !== 'on') {
      this.#name = (objects && hotspotRadio(objects)?.name) ?? this.#name;
      this.deps.log.info('hotspot: on', { name: this.#name, byHand: after.byHand });
    }
    if (after.kind !== before.kind) this.#listeners.call();
  }

  /** What came of it is seen at the next look. Never rejects. */
  async #start(objects: ManagedObjects, mayScan: boolean): Promise<void> {
    const { network, password, log } = this.deps;
    try {
      const { path, name } = requireRadio(objects);
      this.#name = name;
      // The radio cannot listen to others any more once it is an access point.
      if (mayScan) this.#found = await network.scan().catch(() => this.#found);
      const profile = hotspotProfile(name, password, this.#withWpa);
      this.#withWpa = !this.#withWpa;
      const options = { persist: variant('s', 'volatile') };
      const body = [profile, path, '/', options];
      await this.#manager.manage({
        ...{ member: 'AddAndActivateConnection2', signature: 'a{sa{sv}}ooa{sv}', body, rule: CONTROL },
      });
    } catch (error) {
      log.warn('hotspot: not started', { error });
    }
    this.#look();
  }

  /** Never rejects. */
  async #end(objects: ManagedObjects | undefined): Promise<void> {
    this.deps.log.info('hotspot: off');
    try {
      const [active] = activeHotspot(objects ?? (await this.#manager.objects())) ?? [];
      if (active === undefined) return;
      await this.#manager.manage({ member: 'DeactivateConnection', signature: 'o', body: [active], rule: CONTROL });
    } catch (error) {
      this.deps.log.debug('hotspot: not ended (NetworkManager has ended it, or it counts as on again)', { error });
    }
  }

  /** Looks at what NetworkManager has, unless a look is due already. */
  #look(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    this.#later(async () => {
      this.#isLookDue = false;
      const objects = await this.#manager.objects();
      await this.#take({ kind: 'facts', facts: factsIn(objects) }, objects);
    });
  }

  /** The time of a state is over. */
  #wake(): void {
    this.#later(async () => {
      const objects = await this.#manager.objects();
      const facts = factsIn(objects);
      await this.#take({ kind: 'facts', facts }, objects);
      const known = this.#state.kind === 'on' ? await this.deps.network.known() : [];
      const hasKnown = known.some((each) => each.kind === 'wifi' && each.isAutomatic);
      await this.#take({ kind: 'time', facts, hasKnown, lastUse: this.#lastUse }, objects);
      // A timer may fire a fraction of a millisecond early: then the time is still to come.
      this.#follow();
    });
  }

  /** Signals and the timer that the state needs. */
  #follow(): void {
    clearTimeout(this.#due);
    const state = this.#state;
    const isNeeded = !this.#isStopped && (this.deps.isAutomatic || state.kind !== 'off');
    if (isNeeded) {
      this.#isWatching ??= watchConnections(this.deps.bus, {
        appeared: () => this.#later(() => this.#take({ kind: 'begin' }).then(() => this.#look())),
        gone: () => {
          this.deps.log.info('hotspot: NetworkManager does not run (no hotspot until it does)');
          this.#later(() => this.#take({ kind: 'end' }));
        },
        changed: () => this.#look(),
      });
    } else {
      this.#isWatching?.();
      this.#isWatching = undefined;
    }
    const until = 'until' in state ? state.until : undefined;
    if (!isNeeded || until === undefined) return;
    this.#wakeIn(Math.max(0, until - performance.now()));
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#due);
    if (!this.#isStopped) this.#due = setTimeout(() => this.#wake(), milliseconds).unref();
  }
}

function requireRadio(objects: ManagedObjects): HotspotRadio {
  const radio = hotspotRadio(objects);
  if (radio !== undefined) return radio;
  throw objects.having(WIRELESS).length === 0 ? noRadio() : noHotspot();
}
