/**
 * Servers of shares that announce themselves in the network (DNS-SD `_smb._tcp`, `_nfs._tcp`). They are looked for when a
 * person asks, and nothing is followed afterwards. Thread: main.
 */
import type { SystemBus } from '../../dbus/system-bus.js';
import { findServices } from '../../discovery/service-browser.js';
import { TonearmError, Unavailable } from '../../errors.js';
import type { ShareKind } from './share.js';

const TYPES: Readonly<Record<ShareKind, string>> = { smb: '_smb._tcp', nfs: '_nfs._tcp' };

export interface ShareServer {
  readonly kind: ShareKind;
  /** For people. */
  readonly name: string;
  /** Host name, such as `nas.local`. */
  readonly host: string;
  readonly address: string;
  /** Undefined for the usual one. */
  readonly port: number | undefined;
  /** Exported folder that an NFS server announces; undefined where it announces none. */
  readonly path: string | undefined;
}

const USUAL: Readonly<Record<ShareKind, number>> = { smb: 445, nfs: 2049 };

/** Servers by name, each once. @throws Unavailable NO_DISCOVERY where Avahi does not run */
export async function findShareServers(bus: Pick<SystemBus, 'call' | 'subscribe'>): Promise<ShareServer[]> {
  const services = await findServices(bus, Object.values(TYPES)).catch((error: unknown) => {
    if (!(error instanceof TonearmError)) throw error;
    throw new Unavailable('NO_DISCOVERY', 'Avahi does not run: servers have to be typed in.', { cause: error });
  });
  return services
    .map(({ type, name, host, address, port, txt }): ShareServer => {
      const kind: ShareKind = type === TYPES.smb ? 'smb' : 'nfs';
      const path = kind === 'nfs' ? pathIn(txt) : undefined;
      return { ...{ kind, name, host, address, path }, port: port === USUAL[kind] ? undefined : port };
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.kind.localeCompare(other.kind, 'en'));
}

function pathIn(txt: readonly string[]): string | undefined {
  return txt.find((entry) => entry.startsWith('path=/'))?.slice('path='.length);
}
