/** The lines that the daemon prints when it is ready. */
import { type NetworkInterfaceInfo } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

/** What the lines at the start tell. */
export interface StartupFacts {
  /** URLs of the daemon, best first; see `reachableAddresses`. */
  readonly addresses: readonly string[];
  /** The output in words, such as `ALSA device default` or `no sound card: playing to a silent sink`. */
  readonly output: string;
  readonly libraryRoots: readonly string[];
  readonly libraryEmpty: boolean;
  /** Whether the demo library is served. */
  readonly demo: boolean;
}

/** The lines without line ends. Only a terminal gets the QR code. */
export function startupLines(facts: StartupFacts, { terminal }: { readonly terminal: boolean }): string[] {
  const { addresses, output, libraryRoots, libraryEmpty, demo } = facts;
  const [best] = addresses;
  const lines = [
    'Tonearm is ready.',
    `  Address  ${addresses.join('  ')}`,
    `  Output   ${output}`,
    `  Library  ${libraryRoots.join('  ')}`,
  ];
  if (demo) lines.push('', 'The demo library is in the queue. Hear it:', ...curl(best));
  else if (libraryEmpty) lines.push('', ...offer(libraryRoots));
  if (terminal && best !== undefined) lines.push('', ...renderUnicodeCompact(best, { border: 2 }).split('\n'));
  return lines;
}

function curl(address: string | undefined): string[] {
  return address === undefined ? [] : [`  curl -X PUT ${address}/player/play`];
}

function offer(libraryRoots: readonly string[]): string[] {
  return [
    'There is no music in the library yet. You can',
    ...libraryRoots.slice(0, 1).map((root) => `  - copy MP3 files into ${root},`),
    '  - name another folder: TONEARM_LIBRARY=/path/to/music npm start',
    '  - or try the demo: npm start -- --demo',
  ];
}

/**
 * URLs under which other machines reach the daemon: IPv4 addresses of the LAN first, which every phone can open, then
 * the mDNS name. The loopback name when there is nothing else, or when the server listens on the loopback only.
 *
 * @param host address that the server listens on, `0.0.0.0` or `::` for all.
 * @param interfaces as `os.networkInterfaces()` gives them.
 */
export function reachableAddresses(
  host: string,
  port: number,
  hostname: string,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string[] {
  const url = (name: string) => `http://${name}:${port}`;
  const lan = lanAddresses(host, interfaces).map(url);
  if (lan.length === 0) return [url('localhost')];
  return isAny(host) ? [...lan, url(`${hostname.replace(/\.local$/, '')}.local`)] : lan;
}

/** Numeric addresses under which other machines reach the daemon, as a URL has them. Parameters as above. */
export function lanAddresses(
  host: string,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string[] {
  if (host === '127.0.0.1' || host === '::1' || host === 'localhost') return [];
  if (!isAny(host)) return [host.includes(':') ? `[${host}]` : host];
  return Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address);
}

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';
