/** gmediarender of Debian 13, a UPnP renderer on GStreamer, unpacked beside the system and run by the loader that came with it. */
import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse } from '../e2e/daemon.js';
import { freePort } from '../fixtures/free-port.js';
import { temporaryDirectory } from '../http/rig.js';
import { runIn } from '../mpd/real-mpd.js';
import { packageTrouble, type PackageSet, unpacked } from '../network/packages.js';
import { writeSoap } from '../../src/upnp-wire/soap.js';
import { Lan, SERVER_IP } from '../snapcast/lan-rig.js';
import { Program } from '../snapcast/real-snapcast.js';

const GMEDIARENDER: PackageSet = {
  name: 'gmediarender-0.3',
  packages: ['gmediarender', ...['base', 'good', 'ugly'].map((set) => `gstreamer1.0-plugins-${set}`)],
  suite: 'trixie',
};

/** Why there is none here; false when there is. */
export async function rendererTrouble(): Promise<string | false> {
  return (await lanTrouble()) || (await packageTrouble(GMEDIARENDER));
}

/** Last part of the control address of its services. */
const CONTROLS: Readonly<Record<string, string>> = {
  AVTransport: 'rendertransport1',
  RenderingControl: 'rendercontrol1',
};

export interface RealRendererOptions {
  readonly name: string;
  readonly uuid: string;
  readonly port: number;
  /** As gmediarender has it: `-audio/x-flac` is not taken. */
  readonly filter?: string;
}

export class RealRenderer {
  constructor(
    readonly udn: string,
    readonly port: number,
    readonly program: Program,
    readonly file: string,
  ) {}

  /** Runs on the other machine of the network. Everything that it plays is appended to a file, in real time. */
  static async start(t: Test, lan: Lan, { name, uuid, port, filter }: RealRendererOptions): Promise<RealRenderer> {
    const root = await unpacked(GMEDIARENDER);
    const folder = await temporaryDirectory(t);
    const file = join(folder, 'played');
    // What a sound card would take, at its pace; a filesink would empty its file when somebody seeks.
    const sink = 'audioconvert ! audio/x-raw,format=S16LE,channels=2 ! fdsink fd=3 sync=true';
    const sound = await open(file, 'a');
    const line = await runIn(root, 'gmediarender', [
      ...['--interface-name', 'lan', '--port', String(port), '--uuid', uuid, '--friendly-name', name],
      ...['--gstout-audiopipe', sink, '--gstout-initial-volume-db', '0', '--logfile', 'stderr'],
      ...(filter === undefined ? [] : ['--mime-filter', filter]),
    ]);
    const [launcher = '', ...rest] = [...lan.server.launcher, line.program, ...line.args];
    const plugins = join(root, 'usr', 'lib', 'x86_64-linux-gnu', 'gstreamer-1.0');
    const environment = {
      GST_PLUGIN_SYSTEM_PATH: plugins,
      GST_REGISTRY: join(folder, 'registry'),
      // The scanner of plugins is a program of its own, which this loader does not start.
      GST_REGISTRY_FORK: 'no',
      HOME: folder,
      LC_ALL: 'C.UTF-8',
    };
    const child = spawn(launcher, rest, {
      stdio: ['ignore', 'pipe', 'pipe', sound.fd],
      env: { PATH: process.env['PATH'], ...environment },
    });
    await sound.close();
    const program = new Program(child);
    t.teardown(() => program.end());
    return new RealRenderer(`uuid:${uuid}`, port, program, file);
  }

  /** Somebody else on the network calls one of its actions. */
  async call(lan: Lan, service: string, action: string, args: Readonly<Record<string, string>>): Promise<void> {
    const type = `urn:schemas-upnp-org:service:${service}:1`;
    const body = writeSoap(type, action, { InstanceID: 0, ...args });
    const address = `http://${SERVER_IP}:${this.port}/upnp/control/${CONTROLS[service]}`;
    const init = { method: 'POST', headers: { soapaction: `"${type}#${action}"`, 'content-type': 'text/xml' }, body };
    const script = `fetch(${JSON.stringify(address)}, ${JSON.stringify(init)}).then(({ ok }) => (process.exitCode = ok ? 0 : 1))`;
    await lan.server.run(process.execPath, ['-e', script]);
  }

  /** What was played, as frames of two samples of 16 bits. */
  async played(): Promise<Buffer> {
    const all = await readFile(this.file).catch(() => Buffer.alloc(0));
    return all.subarray(0, all.length - (all.length % 4));
  }
}

/** A box with the daemon and another machine, in a network of their own. */
export async function rendererLan(t: Test, environment: NodeJS.ProcessEnv = {}): Promise<Lan> {
  const [box, other] = [await Machine.start(t, 'box'), await Machine.start(t, 'attic')];
  await Machine.connect(box, other);
  const { library, start } = await createHouse(t);
  const daemon = await start({
    launcher: box.launcher,
    environment: { TONEARM_HTTP_HOST: '0.0.0.0', TONEARM_UPNP_PORT: String(await freePort()), ...environment },
  });
  return new Lan(box, other, daemon, library);
}
