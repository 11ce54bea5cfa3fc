/**
 * Connects a network and follows that to its end. While it lasts, and only then, the signals of NetworkManager's devices
 * are received: after a failure the device goes on to `disconnected` at once, and its reason is gone. Thread: main.
 *
 *     calling ──answer──▶ following ──activated──▶ connected
 *        │                    ├──deactivated──▶ failed, with the reason that the device gave
 *        └──refused──▶ failed └──time is over──▶ failed
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { ACTIVE, DEVICE, MANAGER_PATH, NETWORK_MANAGER } from './bus-names.js';
import { reasonOf, type StateReason } from './interface-state.js';
import { notJoined } from './refusals.js';

/** Numbers of `NMActiveConnectionState` and `NMDeviceState`. */
const ACTIVATED = 2;
const DEACTIVATED = 4;
/** States of a device that ends a connection. */
const ENDINGS: readonly unknown[] = [20, 110, 120];

/** Numbers of `NMActiveConnectionStateReason`, for ends that no device reports. */
const REASONS: ReadonlyMap<unknown, StateReason> = new Map([
  [2, 'by_hand'],
  [3, 'link_lost'],
  [5, 'no_address'],
  [6, 'timed_out'],
  [9, 'wrong_password'],
  [10, 'wrong_password'],
  [11, 'forgotten'],
] as const);

export interface Activation {
  /** Path of the active connection. */
  readonly path: string;
  /** Path of its device; undefined when it has ended already. */
  readonly device: string | undefined;
}

/**
 * Resolves when the network is connected.
 * @param activate starts that
 * @param reasonNow why a device is not connected, where its signals have not told it
 * @param patience in milliseconds, from the answer of `activate` on
 * @throws Unavailable or TimedOut with a code of its own for each reason (`notJoined`), or what `activate` throws
 */
export async function followActivation(
  bus: Pick<SystemBus, 'subscribe'>,
  activate: () => Promise<Activation>,
  reasonNow: (device: string) => Promise<StateReason | undefined>,
  patience: number,
): Promise<void> {
  /** What each active connection has become: signals may come before the answer that names the one to follow. */
  const ends = new Map<string, { readonly state: unknown; readonly reason: unknown }>();
  /** By the paths of devices. */
  const failures = new Map<string, StateReason>();
  let look = (): void => undefined;
  const undo: (() => void)[] = [];
  const receive = (match: { readonly interface: string }, take: (path: string, body: readonly unknown[]) => void) =>
    new Promise<void>((resolve) => {
      const rule = { sender: NETWORK_MANAGER, pathNamespace: MANAGER_PATH, member: 'StateChanged', ...match };
      undo.push(bus.subscribe(rule, ({ path, body }) => take(path, body), resolve));
    });
  try {
    const ready = Promise.all([
      receive({ interface: DEVICE }, (path, [state, , code]) => {
        const reason = ENDINGS.includes(state) ? reasonOf(code) : undefined;
        if (reason !== undefined) failures.set(path, reason);
      }),
      receive({ interface: ACTIVE }, (path, [state, reason]) => {
        if (state === ACTIVATED || state === DEACTIVATED) ends.set(path, { state, reason });
        look();
      }),
    ]);
    await within(patience, ready);
    const { path, device } = await activate();
    const end = await within(
      patience,
      new Promise<{ readonly state: unknown; readonly reason: unknown }>((resolve) => {
        look = () => {
          const found = ends.get(path);
          if (found !== undefined) resolve(found);
        };
        look();
      }),
    ).catch(async (error: unknown) => {
      // The longest wait is that for an address.
      const reason = device === undefined ? undefined : await reasonNow(device);
      throw reason === 'no_address' ? notJoined(reason) : error;
    });
    if (end.state !== DEACTIVATED) return;
    const failure = device === undefined ? undefined : (failures.get(device) ?? (await reasonNow(device)));
    throw notJoined(failure ?? REASONS.get(end.reason));
  } finally {
    for (const step of undo) step();
  }
}

/** @throws TimedOut */
async function within<Result>(patience: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(notJoined('timed_out')), patience).unref();
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
