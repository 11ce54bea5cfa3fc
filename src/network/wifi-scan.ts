/** A scan for Wi-Fi networks, from the request to its end. Thread: main. */
import { errorName } from '../dbus/refusals.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { NETWORK_MANAGER, WIRELESS } from './bus-names.js';

/** Milliseconds: a radio with three bands takes most of this. */
const LONGEST_SCAN = 20_000;

/** Whether NetworkManager refused to scan now. */
export function isRefusal(error: unknown): boolean {
  return errorName(error) === `${NETWORK_MANAGER}.Device.NotAllowed`;
}

/** Resolves when a scan of the radio has ended, or after the longest time that one takes. @throws what `request` throws */
export async function scanned(
  bus: Pick<SystemBus, 'subscribe'>,
  radio: string,
  request: () => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => settle(resolve), LONGEST_SCAN).unref();
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      end();
      how();
    };
    const match = { path: radio, interface: 'org.freedesktop.DBus.Properties', member: 'PropertiesChanged' };
    const end = bus.subscribe(
      { sender: NETWORK_MANAGER, arg0: WIRELESS, ...match },
      ({ body: [, changed] }) => {
        if (typeof changed === 'object' && changed !== null && 'LastScan' in changed) settle(resolve);
      },
      () =>
        void request().catch((error: unknown) =>
          settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
        ),
    );
  });
}
