/** gmediarender of Debian 13, a UPnP renderer on GStreamer, unpacked beside the system and run by the loader that came with it. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse } from '../e2e/daemon.js';
import { freePort } from '../fixtures/free-port.js';
import { temporaryDirectory } from '../http/rig.js';
import { runIn } from '../mpd/real-mpd.js';
import { packageTrouble, type PackageSet, unpacked } from '../network/packages.js';
import { Lan } from '../snapcast/lan-rig.js';
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
    readonly program: Program,
    readonly file: string,
  ) {}

  /** Runs on the other machine of the network. Everything that it plays is appended to a file, in real time. */
  static async start(t: Test, lan: Lan, { name, uuid, port, filter }: RealRendererOptions): Promise<RealRenderer> {
    const root = await unpacked(GMEDIARENDER);
    const folder = await temporaryDirectory(t);
    const file = join(folder, 'played');
    // What a sound card would take, at its pace.
    const sink = `audioconvert ! audio/x-raw,format=S16LE,channels=2 ! filesink location=${file} append=true sync=true buffer-mode=unbuffered`;
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
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...environment },
    });
    const program = new Program(child);
    t.teardown(() => program.end());
    return new RealRenderer(`uuid:${uuid}`, program, file);
  }

  /** What was played, as frames of two samples of 16 bits. */
  async played(): Promise<Buffer> {
    const all = await readFile(this.file).catch(() => Buffer.alloc(0));
    return all.subarray(0, all.length - (all.length % 4));
  }
}

/** A box with the daemon and another machine, in a network of their own. */
export async function rendererLan(t: Test): Promise<Lan> {
  const [box, other] = [await Machine.start(t, 'box'), await Machine.start(t, 'attic')];
  await Machine.connect(box, other);
  const { library, start } = await createHouse(t);
  const daemon = await start({
    launcher: box.launcher,
    environment: { TONEARM_HTTP_HOST: '0.0.0.0', TONEARM_UPNP_PORT: String(await freePort()) },
  });
  return new Lan(box, other, daemon, library);
}
