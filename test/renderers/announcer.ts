/** The SSDP half of devices on the loopback: answers searches, says that they are there, and that they are gone. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Test } from 'tap';

const GROUP = '239.255.255.250';
const TYPE = 'urn:schemas-upnp-org:device:MediaRenderer:1';

export interface Announced {
  readonly udn: string;
  readonly location: string;
  /** Seconds. */
  readonly age?: number;
}

/** Why nothing can be announced on the loopback here; false when it can. */
export async function multicastTrouble(): Promise<string | false> {
  const socket = createSocket('udp4');
  try {
    socket.bind(0, GROUP);
    await once(socket, 'listening');
    socket.addMembership(GROUP, '127.0.0.1');
    return false;
  } catch {
    return 'no multicast on the loopback';
  } finally {
    socket.close();
  }
}

export class Announcer {
  /** What answers a search. */
  readonly devices = new Map<string, Announced>();
  /** Searches that came. */
  searches = 0;

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
  ) {
    socket.on('message', (message, from) => {
      const text = message.toString();
      if (!text.startsWith('M-SEARCH') || !text.includes(`ST: ${TYPE}\r\n`)) return;
      this.searches += 1;
      for (const device of this.devices.values()) {
        const lines = ['HTTP/1.1 200 OK', 'EXT:', `ST: ${TYPE}`, ...bodyOf(device)];
        socket.send(`${lines.join('\r\n')}\r\n\r\n`, from.port, from.address);
      }
    });
  }

  /** @param port of SSDP; 0 for one of its own */
  static async start(t: Test, port = 0): Promise<Announcer> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    // Bound to the group, it leaves what is sent to this machine alone to the daemon.
    socket.bind(port, port === 0 ? '0.0.0.0' : GROUP);
    await once(socket, 'listening');
    t.teardown(() => void socket.close());
    socket.addMembership(GROUP, '127.0.0.1');
    socket.setMulticastInterface('127.0.0.1');
    return new Announcer(socket, socket.address().port);
  }

  alive(device: Announced): void {
    this.#notify(['NTS: ssdp:alive', ...bodyOf(device)]);
  }

  byebye(udn: string): void {
    this.#notify(['NTS: ssdp:byebye', `USN: ${udn}::${TYPE}`]);
  }

  #notify(lines: readonly string[]): void {
    const head = ['NOTIFY * HTTP/1.1', `HOST: ${GROUP}:1900`, `NT: ${TYPE}`];
    this.socket.send(`${[...head, ...lines].join('\r\n')}\r\n\r\n`, this.port, GROUP);
  }
}

function bodyOf({ udn, location, age = 1800 }: Announced): string[] {
  return [`CACHE-CONTROL: max-age=${age}`, `LOCATION: ${location}`, `USN: ${udn}::${TYPE}`];
}
