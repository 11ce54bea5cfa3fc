/** Runs a program of checks in the PC of `wifi-machine.ts`, and reads what came of its steps. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { NETWORK_MANAGER, networkTrouble, unpacked, WIFI_MACHINE } from './packages.js';
import { runWithRadios } from './wifi-machine.js';

/** What a program prints of each step, as JSON after `@@`. */
export interface Step {
  readonly name: string;
  readonly seconds?: number;
  readonly value?: unknown;
  readonly code?: string;
  readonly text?: string;
}

/** Why the PC cannot run here; false when it can. */
export async function radioTrouble(): Promise<string | false> {
  if (process.arch !== 'x64') return 'the virtual machine is a PC';
  if (!existsSync('/usr/bin/qemu-system-x86_64')) return 'QEMU is missing (Debian: qemu-system-x86)';
  return networkTrouble(NETWORK_MANAGER, WIFI_MACHINE);
}

/** @param checks name of the program, beside this file @returns steps in their order, and all that the PC has said */
export async function runChecks(
  t: Test,
  checks: string,
): Promise<{ readonly steps: readonly Step[]; readonly lines: readonly string[] }> {
  const scratch = await temporaryDirectory(t);
  const program = join(scratch, 'checks.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL(checks, import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['x11', 'usocket'],
    logLevel: 'error',
  });
  const [wifi, networkManager] = await Promise.all([unpacked(WIFI_MACHINE), unpacked(NETWORK_MANAGER)]);
  const lines = await runWithRadios({ scratch, wifi, networkManager, program });
  const steps = lines.filter((line) => line.startsWith('@@')).map((line) => JSON.parse(line.slice(2)) as Step);
  return { steps, lines };
}
