/**
 * The pairing agent of BlueZ: shows a code or asks for one through the events, and passes on what a person answers.
 * Answers for pairings that were begun at this box. A device that asks to pair by itself is refused unless reception is
 * on; then a person is asked. Thread: main.
 * Source: BlueZ's `doc/org.bluez.Agent`, `doc/org.bluez.AgentManager`.
 */
import { randomBytes } from 'node:crypto';
import { Conflict, InvalidInput } from '../errors.js';
import type { Log } from '../log.js';
import { BusError } from '../dbus/bus-error.js';
import type { ExportedMethod, ExportedObject } from '../dbus/exported-interface.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { addressIn } from './address.js';
import { AGENT, AGENT_MANAGER, BLUEZ, BLUEZ_ROOT, RECEPTION_SERVICES } from './bus-names.js';
import { isBluezError } from './refusals.js';

const PATH = '/org/tonearm/bluetooth/agent';
/** For a person to answer, in milliseconds: less than the minute that BlueZ waits. */
const ANSWER_PATIENCE = 50_000;
/** Milliseconds for which BlueZ waits for an answer of the agent. */
const CALL_PATIENCE = 60_000;

/** What BlueZ is told that a person can do here: read and type a code, or nothing. */
type Capability = 'KeyboardDisplay' | 'NoInputNoOutput';

/**
 * What a person is asked: whether both sides show the same `code` (`confirm`), whether to pair at all (`authorize`),
 * for a PIN (up to 16 characters) or a passkey (six digits) of the device. `show`: the code is to be typed on the
 * device.
 */
export type PromptKind = 'confirm' | 'authorize' | 'enter_pin' | 'enter_passkey' | 'show';

export interface PairingPrompt {
  /** Differs for each prompt. */
  readonly id: string;
  /** Address of the device. */
  readonly address: string;
  readonly kind: PromptKind;
  /** The code to compare or to type; undefined where the person enters it. */
  readonly code: string | undefined;
}

export interface PairingAnswer {
  /** Id of the prompt; undefined for the one that is open. */
  readonly id: string | undefined;
  readonly isAccepted: boolean;
  readonly code: string | undefined;
}

interface Pairing {
  readonly address: string;
  /** Why the pairing failed, where a person or a time limit ended it. */
  end: 'refused' | 'expired' | undefined;
  /** Whether the device has begun the pairing. */
  readonly isFromOutside: boolean;
}

interface Asked {
  readonly prompt: PairingPrompt;
  readonly device: string;
  readonly isFromOutside: boolean;
  /** Ends the prompt. */
  readonly settle: (answer: PairingAnswer | 'expired' | 'canceled') => void;
}

export interface PairingAgentDeps {
  readonly bus: Pick<SystemBus, 'call' | 'exportObject'>;
  /** Whether BlueZ has paired with the device at this path. */
  readonly isPaired: (device: string) => boolean;
  /** Called when the prompt has changed. */
  readonly changed: () => void;
  readonly log: Log;
  /** Milliseconds for a person to answer. */
  readonly patience?: number | undefined;
}

export class PairingAgent {
  readonly #patience: number;
  /** Pairings that were begun here, by the path of the device. */
  readonly #pairings = new Map<string, Pairing>();
  #asked: Asked | undefined;
  #object: ExportedObject | undefined;
  #registered: Capability | undefined;
  /** Whether reception is on: phones may ask to pair. */
  #receives = false;
  /** True while this agent also answers for pairings that were begun elsewhere. */
  #isDefault = false;

  constructor(private readonly deps: PairingAgentDeps) {
    this.#patience = deps.patience ?? ANSWER_PATIENCE;
  }

  /** The prompt that waits for an answer. */
  get prompt(): PairingPrompt | undefined {
    return this.#asked?.prompt;
  }

  /** Forgets the registration, which a restarted BlueZ does not know. */
  forget(): void {
    this.#registered = undefined;
    this.#isDefault = false;
    this.#asked?.settle('canceled');
  }

  /**
   * Switches whether devices may ask to pair by themselves, to play here; a person confirms each.
   * @throws as `SystemBus.call`
   */
  async receive(isOn: boolean): Promise<void> {
    this.#receives = isOn;
    if (isOn) await this.#register('KeyboardDisplay');
    else if (this.#asked?.isFromOutside === true) this.#asked.settle('canceled');
  }

  /** May be called twice. */
  stop(): void {
    this.forget();
    this.#object?.remove();
    this.#object = undefined;
  }

  /**
   * Answers for a device while `pair` runs.
   * @param canAsk whether a client listens that can ask a person
   * @returns how a person or the time limit ended the pairing; undefined when it succeeded
   * @throws what `pair` throws for any other reason
   */
  async during(
    device: string,
    address: string,
    canAsk: boolean,
    pair: () => Promise<void>,
  ): Promise<'refused' | 'expired' | undefined> {
    const pairing: Pairing = { address, end: undefined, isFromOutside: false };
    this.#pairings.set(device, pairing);
    try {
      await this.#register(canAsk ? 'KeyboardDisplay' : 'NoInputNoOutput');
      await pair();
      return undefined;
    } catch (error) {
      if (pairing.end === undefined) throw error;
      return pairing.end;
    } finally {
      this.#pairings.delete(device);
      if (this.#asked?.device === device) this.#asked.settle('canceled');
      // While reception is on a person can be asked.
      if (this.#receives && !canAsk) void this.#register('KeyboardDisplay').catch(() => undefined);
    }
  }

  /**
   * Answers the open prompt.
   * @throws Conflict NO_PAIRING_PROMPT when no such prompt is open, InvalidInput INVALID_BODY for a malformed code
   */
  answer(answer: PairingAnswer): void {
    const asked = this.#asked;
    if (asked === undefined || (answer.id !== undefined && answer.id !== asked.prompt.id)) {
      throw new Conflict('NO_PAIRING_PROMPT', 'No pairing waits for this answer; its time may be over.');
    }
    if (answer.isAccepted) requireCode(asked.prompt.kind, answer.code);
    asked.settle(answer);
  }

  /** @throws as `SystemBus.call` */
  async #register(capability: Capability): Promise<void> {
    this.#object ??= this.deps.bus.exportObject(PATH, [{ name: AGENT, methods: this.#methods() }]);
    if (this.#registered === capability) return this.#answerAll();
    if (this.#registered !== undefined) await this.#manage('UnregisterAgent', 'o', [PATH]).catch(() => undefined);
    this.#registered = undefined;
    this.#isDefault = false;
    try {
      await this.#manage('RegisterAgent', 'os', [PATH, capability]);
    } catch (error) {
      if (!isBluezError(error, 'AlreadyExists')) throw error;
      await this.#manage('UnregisterAgent', 'o', [PATH]);
      await this.#manage('RegisterAgent', 'os', [PATH, capability]);
    }
    this.#registered = capability;
    await this.#answerAll();
  }

  /** Makes this the default agent while reception is on: BlueZ asks it for pairings that a device begins. */
  async #answerAll(): Promise<void> {
    if (!this.#receives || this.#isDefault) return;
    await this.#manage('RequestDefaultAgent', 'o', [PATH]);
    this.#isDefault = true;
  }

  async #manage(member: string, signature: string, body: readonly unknown[]): Promise<void> {
    await this.deps.bus.call({
      destination: BLUEZ,
      path: BLUEZ_ROOT,
      interface: AGENT_MANAGER,
      member,
      signature,
      body,
      mayStart: false,
    });
  }

  #methods(): Readonly<Record<string, ExportedMethod>> {
    const patience = CALL_PATIENCE;
    return {
      Release: { call: () => this.forget() },
      Cancel: { call: () => this.#asked?.settle('canceled') },
      RequestConfirmation: {
        ...{ takes: 'ou', names: ['device', 'passkey'], patience },
        call: ([device, passkey]) => this.#ask(String(device), 'confirm', digits(passkey)),
      },
      RequestAuthorization: {
        ...{ takes: 'o', names: ['device'], patience },
        call: ([device]) => this.#ask(String(device), 'authorize', undefined),
      },
      RequestPinCode: {
        ...{ takes: 'o', gives: 's', names: ['device', 'pincode'], patience },
        call: async ([device]) => [await this.#ask(String(device), 'enter_pin', undefined)],
      },
      RequestPasskey: {
        ...{ takes: 'o', gives: 'u', names: ['device', 'passkey'], patience },
        call: async ([device]) => [Number(await this.#ask(String(device), 'enter_passkey', undefined))],
      },
      DisplayPinCode: {
        ...{ takes: 'os', names: ['device', 'pincode'] },
        call: ([device, pin]) => this.#show(String(device), String(pin)),
      },
      DisplayPasskey: {
        ...{ takes: 'ouq', names: ['device', 'passkey', 'entered'] },
        call: ([device, passkey]) => this.#show(String(device), digits(passkey)),
      },
      // BlueZ does not ask for trusted devices; any other is refused.
      AuthorizeService: {
        ...{ takes: 'os', names: ['device', 'uuid'] },
        call: ([device, service]) => {
          if (!this.#pairings.has(String(device)) && !this.#isExternalSource(String(device), service)) throw rejected();
        },
      },
    };
  }

  /** @returns the code that was entered; `""` where none is asked for @throws BusError */
  #ask(device: string, kind: PromptKind, code: string | undefined): Promise<string> {
    const pairing = this.#pairings.get(device) ?? this.#fromOutside(device);
    if (pairing === undefined) {
      this.deps.log.info('pairing: refused a device that nobody here asked to pair with', { device });
      return Promise.reject(rejected());
    }
    return new Promise((resolve, reject) => {
      this.#put(device, pairing, kind, code, (answer) => {
        if (answer === 'canceled') {
          reject(new BusError('org.bluez.Error.Canceled', 'Canceled'));
        } else if (answer !== 'expired' && answer.isAccepted) {
          resolve(answer.code ?? '');
        } else {
          pairing.end = answer === 'expired' ? 'expired' : 'refused';
          reject(rejected());
        }
      });
    });
  }

  /** Shows a code that is typed on the device. No answer is needed, but a person may give up. @throws BusError */
  #show(device: string, code: string): void {
    const pairing = this.#pairings.get(device) ?? this.#fromOutside(device);
    if (pairing === undefined) throw rejected();
    const shown = this.#asked;
    // BlueZ calls again for each digit that is typed.
    if (shown?.device === device && shown.prompt.kind === 'show' && shown.prompt.code === code) return;
    this.#put(device, pairing, 'show', code, (answer) => {
      if (answer === 'expired' || answer === 'canceled' || answer.isAccepted) return;
      pairing.end = 'refused';
      this.#cancelPairing(device);
    });
  }

  /** Whether a device may use a service of reception. */
  #isExternalSource(device: string, service: unknown): boolean {
    const isSound = typeof service === 'string' && RECEPTION_SERVICES.includes(service.toLowerCase());
    return this.#receives && isSound && this.deps.isPaired(device);
  }

  /** A pairing that a device has begun; undefined unless reception is on. */
  #fromOutside(device: string): Pairing | undefined {
    const address = addressIn(/dev_([^/]+)$/.exec(device)?.[1]?.replaceAll('_', ':'));
    if (!this.#receives || address === undefined) return undefined;
    this.deps.log.info('pairing: phone asks to pair (somebody has to confirm)', { address });
    return { address, end: undefined, isFromOutside: true };
  }

  #cancelPairing(device: string): void {
    const call = { destination: BLUEZ, path: device, interface: 'org.bluez.Device1', member: 'CancelPairing' };
    this.deps.bus.call({ ...call, mayStart: false }).catch((error: unknown) => {
      this.deps.log.debug('pairing: not cancelled', { error });
    });
  }

  /** Opens a prompt, in place of an earlier one. */
  #put(
    device: string,
    { address, isFromOutside }: Pairing,
    kind: PromptKind,
    code: string | undefined,
    end: Asked['settle'],
  ): void {
    this.#asked?.settle('canceled');
    const id = randomBytes(4).toString('hex');
    const timer = setTimeout(() => asked.settle('expired'), this.#patience).unref();
    const asked: Asked = {
      prompt: { id, address, kind, code },
      device,
      isFromOutside,
      settle: (answer) => {
        if (this.#asked !== asked) return;
        clearTimeout(timer);
        this.#asked = undefined;
        this.deps.changed();
        end(answer);
      },
    };
    this.#asked = asked;
    this.deps.changed();
  }
}

/** @throws InvalidInput INVALID_BODY */
function requireCode(kind: PromptKind, code: string | undefined): void {
  const rule = CODES[kind];
  if (rule === undefined || (code !== undefined && rule.shape.test(code))) return;
  throw new InvalidInput('INVALID_BODY', `The code ${rule.message}.`, [{ path: '/code', message: rule.message }]);
}

/** Source: Bluetooth Core Specification, "PIN" (at most 16 bytes) and "passkey" (000000 to 999999). */
const CODES: Readonly<Partial<Record<PromptKind, { readonly shape: RegExp; readonly message: string }>>> = {
  enter_pin: { shape: /^[\x20-\x7e]{1,16}$/, message: 'must be the PIN of the device, 1 to 16 characters' },
  enter_passkey: { shape: /^\d{1,6}$/, message: 'must be the passkey of the device, at most six digits' },
};

function rejected(): BusError {
  return new BusError('org.bluez.Error.Rejected', 'Rejected');
}

/** A passkey with leading zeros, as both sides show it. */
function digits(passkey: unknown): string {
  return String(passkey).padStart(6, '0');
}
