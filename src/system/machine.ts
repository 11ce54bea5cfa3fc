/** Facts about the machine for a diagnostic report, from files and the package database; null where unknown. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { arch, cpus, freemem, release, totalmem, uptime } from 'node:os';

export interface Machine {
  /** Model of the board, such as "Raspberry Pi 4 Model B Rev 1.4". */
  readonly model: string | null;
  /** PRETTY_NAME of os-release(5). */
  readonly system: string | null;
  readonly kernel: string;
  readonly architecture: string;
  readonly processors: number;
  /** Bytes. */
  readonly memory: number;
  readonly free_memory: number;
  /** Seconds. */
  readonly uptime: number;
  /** Version of Debian's package of alsa-lib. */
  readonly alsa_lib: string | null;
}

const PATIENCE_MILLISECONDS = 3000;
const ALSA_PACKAGES = ['libasound2', 'libasound2t64'];

/** Model of the board; undefined where nothing says it. Never rejects. */
export async function readModel(): Promise<string | undefined> {
  // The text ends with a zero byte (devicetree specification, section 2.2.4).
  return (await readText('/proc/device-tree/model'))?.replace(/\0.*$/s, '');
}

/** Never rejects. */
export async function readMachine(): Promise<Machine> {
  const [model, osRelease, alsa] = await Promise.all([readModel(), readText('/etc/os-release'), alsaVersion()]);
  return {
    model: model ?? null,
    system: /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(osRelease ?? '')?.[1] ?? null,
    kernel: release(),
    architecture: arch(),
    processors: cpus().length,
    memory: totalmem(),
    free_memory: freemem(),
    uptime: Math.floor(uptime()),
    alsa_lib: alsa,
  };
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** One of the packages is installed; dpkg-query reports an error for the other, which is ignored. */
function alsaVersion(): Promise<string | null> {
  const query = ['--show', '--showformat=${Version}\n', ...ALSA_PACKAGES];
  return new Promise((resolve) => {
    execFile('dpkg-query', query, { timeout: PATIENCE_MILLISECONDS }, (_error, output) => {
      resolve(output.split('\n').find((line) => line !== '') ?? null);
    });
  });
}
