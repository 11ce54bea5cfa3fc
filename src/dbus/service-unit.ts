/** One unit of systemd that the daemon starts and stops. Thread: main. Source: org.freedesktop.systemd1(5). */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../durable.js';
import { Unavailable } from '../errors.js';
import { errorName } from './refusals.js';
import type { SystemBus } from './system-bus.js';

const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = { destination: SYSTEMD, path: '/org/freedesktop/systemd1', interface: `${SYSTEMD}.Manager` } as const;

/** What the bus says where systemd does not run: it would be there from the start. */
const NO_SYSTEMD = ['ServiceUnknown', 'NameHasNoOwner'].map((name) => `org.freedesktop.DBus.Error.${name}`);

/** `missing`: this system has no such unit, or no systemd. */
export type UnitState = 'missing' | 'stopped' | 'starting' | 'running' | 'failed';

export class ServiceUnit {
  /**
   * @param name such as `tonearm-snapserver.service`
   * @param code of the refusal where it is missing
   * @param needs what a person installs there
   */
  constructor(
    private readonly bus: Pick<SystemBus, 'call' | 'properties'>,
    readonly name: string,
    private readonly code: string,
    private readonly needs: string,
  ) {}

  /** @throws as `SystemBus.call`, where it cannot be asked now */
  async state(): Promise<UnitState> {
    try {
      const [path] = await this.bus.call({
        ...MANAGER,
        ...{ member: 'LoadUnit', signature: 's', body: [this.name], mayFail: true, mayStart: false },
      });
      const facts = await this.bus.properties({
        ...{ destination: SYSTEMD, path: String(path), interface: `${SYSTEMD}.Unit` },
      });
      if (facts['LoadState'] !== 'loaded') return 'missing';
      return STATES[String(facts['ActiveState'])] ?? 'stopped';
    } catch (error) {
      if (NO_SYSTEMD.includes(errorName(error))) return 'missing';
      throw error;
    }
  }

  /** @param anew also where it runs already @throws Unavailable with the code where it is missing, or as `SystemBus.call` */
  async start(anew: boolean): Promise<void> {
    if ((await this.state()) === 'missing') throw this.missing();
    await (anew ? this.#command('RestartUnit', 'restart') : this.#command('StartUnit', 'start'));
  }

  /** Stops it; where it is missing nothing happens. @throws as `SystemBus.call` */
  async stop(): Promise<void> {
    if ((await this.state()) !== 'missing') await this.#command('StopUnit', 'stop');
  }

  missing(): Unavailable {
    const sentence = `The unit ${this.name} is not installed; the SD card image has it. ${this.needs}`;
    return new Unavailable(this.code, sentence);
  }

  async #command(member: string, verb: string): Promise<void> {
    const rule = `${SYSTEMD}.manage-units (${verb} ${this.name})`;
    await this.bus.call({ ...MANAGER, member, signature: 'ss', body: [this.name, 'replace'], rule });
  }
}

/** A unit that a setting switches on, for people. */
export interface UnitReport {
  readonly isWanted: boolean;
  readonly state: UnitState;
  /** Why it does not run although it is wanted; undefined where it runs or is not wanted. */
  readonly problem: string | undefined;
}

/** Never rejects. @param reason why it could not be started, where that is known */
export async function reportOf(unit: ServiceUnit, isWanted: boolean, reason: string | undefined): Promise<UnitReport> {
  const state = await unit.state().catch((error: unknown) => error as Error);
  if (state instanceof Error) return { isWanted, state: 'missing', problem: isWanted ? state.message : undefined };
  const now =
    state === 'missing' ? unit.missing().message : `${unit.name} does not run now. The system starts it again.`;
  return { isWanted, state, problem: isWanted && state !== 'running' ? (reason ?? now) : undefined };
}

const STATES: Readonly<Record<string, UnitState>> = {
  active: 'running',
  reloading: 'running',
  activating: 'starting',
  failed: 'failed',
};

/** Text of an `EnvironmentFile=` (systemd.exec(5)), without control characters. */
export function environmentText(values: Readonly<Record<string, string>>): string {
  const quoted = (value: string): string => value.replace(/\p{Cc}/gu, '').replace(/["\\$`]/g, '\\$&');
  return Object.entries(values)
    .map(([name, value]) => `${name}="${quoted(value)}"\n`)
    .join('');
}

/** Writes the environment of a unit, readable by the daemon only. @returns whether it was another one @throws the file system's errors */
export async function writeEnvironment(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  await writeDurably(file, text);
  return true;
}
