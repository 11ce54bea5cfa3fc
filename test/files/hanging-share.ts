/**
 * A folder that bindfs serves over FUSE, whose process a test stops: every call on the mount waits then, as at a server
 * that hangs. Whatever becomes of the test, a guard lets it go on and unmounts it: a mount that hangs holds up whoever
 * looks at the file systems of this machine.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';

/** Why there can be none here; undefined where there can. */
const trouble =
  process.getuid?.() !== 0 ? 'only root mounts' : existsSync('/dev/fuse') ? undefined : 'this kernel has no FUSE';
/** Option of a test that needs a share. */
export const NEEDS_SHARE = trouble === undefined ? {} : { skip: trouble };

/** Every call reaches the server, as nothing is remembered. */
const OPTIONS = 'ro,attr_timeout=0,entry_timeout=0,negative_timeout=0,direct_io';
/** Ends with the test, whatever that comes to; the longest that a server is stopped, in ms. */
const GUARD = `
  const { execFileSync } = require('node:child_process');
  const [pid, point] = process.argv.slice(1);
  const quietly = (act) => { try { act(); } catch {} };
  function end() {
    quietly(() => process.kill(Number(pid), 'SIGCONT'));
    quietly(() => execFileSync('umount', ['--lazy', point], { stdio: 'ignore' }));
    quietly(() => process.kill(Number(pid), 'SIGKILL'));
    process.exit();
  }
  process.stdin.on('end', end).on('error', end).resume();
  setTimeout(end, 180000);
`;

export class HangingShare {
  private constructor(
    readonly point: string,
    private readonly server: ChildProcess,
  ) {}

  /** @param folder that is served @param point an empty folder */
  static async mount(t: Test, folder: string, point: string): Promise<HangingShare> {
    const server = spawn('bindfs', ['-f', '-o', OPTIONS, folder, point], { stdio: 'ignore' });
    await once(server, 'spawn');
    const guard = spawn(process.execPath, ['-e', GUARD, String(server.pid), point], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    await once(guard, 'spawn');
    const share = new HangingShare(point, server);
    t.teardown(async () => {
      const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
      const guarded = once(guard, 'exit');
      guard.stdin.end();
      await Promise.all([gone, guarded]);
    });
    while (!readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${point} `)) {
      if (server.exitCode !== null) throw new Error(`bindfs ended with ${server.exitCode}`);
      await delay(10);
    }
    return share;
  }

  /** From now on no call is answered. Resolves when the server has stopped. */
  async hang(): Promise<void> {
    this.server.kill('SIGSTOP');
    while (!this.isHanging) await delay(1);
  }

  get isHanging(): boolean {
    return /\) T /.test(readFileSync(`/proc/${this.server.pid}/stat`, 'latin1'));
  }

  /** What waits is answered. */
  goOn(): void {
    this.server.kill('SIGCONT');
  }

  /** The server is gone: every call fails (ENOTCONN). */
  async die(): Promise<void> {
    const gone = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await gone;
  }

  /** Takes the mount away. */
  unmount(): void {
    execFileSync('umount', ['--lazy', this.point]);
  }
}
