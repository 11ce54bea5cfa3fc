import { type NetworkInterfaceInfo } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

/** What a person wants to know the moment that the daemon is ready. */
export interface StartupFacts {
  /** Where the daemon answers, best first; see `reachableAddresses`. */
  readonly addresses: readonly string[];
  /** The output in words, such as `ALSA device default` or `no sound card: playing to a silent sink`. */
  readonly output: string;
  readonly libraryRoots: readonly string[];
  readonly libraryEmpty: boolean;
  /** Whether the generated demo library is what is served. */
  readonly demo: boolean;
}

/** The lines printed at start, without line ends. The QR code is only for eyes: a log or a pipe never gets one. */
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
 * The addresses under which others reach the daemon: the LAN's IPv4 addresses first (every phone can open those), then
 * the mDNS name; the loopback name when there is nothing else, or when `host` is bound to the loopback alone.
 *
 * @param host the address that the server is bound to, `0.0.0.0` or `::` for all.
 * @param interfaces as `os.networkInterfaces()` gives them.
 */
export function reachableAddresses(
  host: string,
  port: number,
  hostname: string,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string[] {
  const url = (name: string) => `http://${name}:${port}`;
  if (host === '127.0.0.1' || host === '::1' || host === 'localhost') return [url('localhost')];
  if (host !== '0.0.0.0' && host !== '::') return [url(host.includes(':') ? `[${host}]` : host)];
  const lan = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => url(address));
  if (lan.length === 0) return [url('localhost')];
  return [...lan, url(`${hostname.replace(/\.local$/, '')}.local`)];
}
