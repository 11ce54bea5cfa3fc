/** Runs a program of checks in the PC of `wifi-machine.ts`, and reads what came of its steps. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { NETWORK_MANAGER, networkTrouble, type PackageSet, unpacked, WIFI_MACHINE } from './packages.js';
import type { Options } from './pc.js';
import { runWithRadios } from './wifi-machine.js';

/** What a program prints of each step, as JSON after `@@`. */
export interface Step {
  readonly name: string;
  readonly seconds?: number;
  readonly value?: unknown;
  readonly code?: string;
  readonly text?: string;
}

/** Why a PC with these packages cannot run here; false when it can. */
export async function pcTrouble(...sets: readonly PackageSet[]): Promise<string | false> {
  if (process.arch !== 'x64') return 'the virtual machine is a PC';
  if (!existsSync('/usr/bin/qemu-system-x86_64')) return 'QEMU is missing (Debian: qemu-system-x86)';
  return networkTrouble(...sets);
}

/** Why the PC with radios cannot run here; false when it can. */
export const radioTrouble = (): Promise<string | false> => pcTrouble(NETWORK_MANAGER, WIFI_MACHINE);

/** Steps in their order, and all that the PC has said. */
interface Outcome {
  readonly steps: readonly Step[];
  readonly lines: readonly string[];
}

/** @param checks name of the program, beside this file */
export async function runChecks(t: Test, checks: string): Promise<Outcome> {
  return (await startChecks(t, checks)).ended;
}

/** A PC that runs a program of checks. */
interface Running {
  /** Resolves with the value of a step. @throws Error when the PC ends without it */
  readonly step: (name: string) => Promise<unknown>;
  readonly ended: Promise<Outcome>;
}

/** @param checks name of the program, beside this file */
export async function startChecks(t: Test, checks: string, options: Options = {}): Promise<Running> {
  const [wifi, networkManager] = await Promise.all([unpacked(WIFI_MACHINE), unpacked(NETWORK_MANAGER)]);
  return startProgram(t, fileURLToPath(new URL(checks, import.meta.url)), options, (scratch, program, all) =>
    runWithRadios({ scratch, wifi, networkManager, program }, all),
  );
}

/** Bundles a program of checks, and follows its steps. @param runs boots the PC, and gives what it has printed */
export async function startProgram(
  t: Test,
  file: string,
  options: Options,
  runs: (scratch: string, program: string, options: Options) => Promise<readonly string[]>,
): Promise<Running> {
  const scratch = await temporaryDirectory(t);
  const program = join(scratch, 'checks.cjs');
  await build({
    entryPoints: [file],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['x11', 'usocket', 'better-sqlite3'],
    // Where files beside the tests are in the PC, as seen from `test/database/rig.ts`.
    define: { [['import.meta', 'url'].join('.')]: JSON.stringify('file:///tmp/project/test/database/rig.ts') },
    logLevel: 'error',
  });
  const steps: Step[] = [];
  const waiting = new Set<() => void>();
  const onLine = (line: string): void => {
    if (!line.startsWith('@@')) return;
    steps.push(JSON.parse(line.slice(2)) as Step);
    for (const look of waiting) look();
  };
  const ended = runs(scratch, program, { ...options, onLine }).then((lines) => ({ steps, lines }));
  const step = (name: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = steps.find((each) => each.name === name);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found.value);
      };
      waiting.add(look);
      look();
      void ended.then(({ lines }) => reject(new Error(`no step “${name}”: ${lines.slice(-60).join('\n')}`)));
    });
  return { step, ended };
}
