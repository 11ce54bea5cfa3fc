/** Units of shares without systemd: the real program is run as root, as `tonearm-share@.service` does it. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type MountState, stateSaying } from '../../../src/network/shares/share-units.js';

const run = promisify(execFile);
/** Where the program looks for requests. */
export const REQUESTS = '/run/tonearm/shares';

export class ProgramUnits {
  readonly #states = new Map<string, MountState>();

  /** @param program path of mount_share */
  constructor(private readonly program: string) {}

  async mount(id: string, request?: string): Promise<MountState> {
    await mkdir(REQUESTS, { recursive: true });
    if (request !== undefined) await writeFile(`${REQUESTS}/${id}`, request);
    const { stdout } = await run(this.program, ['mount', id]);
    const state = stateSaying(stdout.trim(), false);
    this.#states.set(id, state);
    return state;
  }

  async states(): Promise<ReadonlyMap<string, MountState>> {
    return this.#states;
  }

  async release(id: string): Promise<void> {
    this.#states.delete(id);
    await run(this.program, ['release', id]);
  }

  async forget(id: string): Promise<void> {
    this.#states.delete(id);
    await run(this.program, ['forget', id]);
  }
}
