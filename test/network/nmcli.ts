/** The command line of NetworkManager without its service, as the second reader of profiles that Tonearm writes. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_MANAGER, unpacked } from './packages.js';

/** @returns a function that runs `nmcli --offline connection` and gives what it prints */
export async function offlineNmcli(): Promise<(command: readonly string[], input?: string | Buffer) => string> {
  const root = await unpacked(NETWORK_MANAGER);
  const libraries = join(root, 'usr', 'lib');
  const folders = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  const env = { ...process.env, LD_LIBRARY_PATH: folders.map((name) => join(libraries, name)).join(':') };
  const program = join(root, 'usr', 'bin', 'nmcli');
  return (command, input = '') =>
    execFileSync(program, ['--offline', 'connection', ...command], { input, env, encoding: 'utf8' });
}
