/**
 * A terminal in which a program of an unpacked release of Debian runs, and whose screen can be read: the tmux of the same
 * release, as a server of its own. Where SCREENS_FOLDER is set, each screen that a test waits for is written there as text.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { runIn } from './real-mpd.js';

const run = promisify(execFile);
const COLUMNS = 120;
const LINES = 36;
const PATIENCE_MILLISECONDS = 60_000;
/** The screen of a program that has ended stays, with the reason; no line of it is tmux's own. */
const SETTINGS = 'set -g remain-on-exit on\nset -g status off\n';

export class Terminal {
  #screens = 0;

  private constructor(
    private readonly root: string,
    private readonly folder: string,
  ) {}

  /**
   * @param root where the packages are unpacked: tmux, ncurses-base and the program
   * @param folder an empty one, home of the program
   */
  static async start(t: Test, root: string, folder: string, name: string, args: readonly string[]): Promise<Terminal> {
    const terminal = new Terminal(root, folder);
    await writeFile(join(folder, 'tmux.conf'), SETTINGS);
    const { program, args: line } = await runIn(root, name, args);
    const size = ['-x', String(COLUMNS), '-y', String(LINES)];
    t.teardown(() => terminal.#tmux('kill-server'));
    await terminal.#tmux('new-session', '-d', ...size, program, ...line);
    return terminal;
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { folder, root } = this;
    const own = ['-S', join(folder, 'tmux'), '-f', join(folder, 'tmux.conf')];
    const { program, args: line } = await runIn(root, 'tmux', [...own, ...args]);
    const env = { HOME: folder, LC_ALL: 'C.UTF-8', TERMINFO: join(root, 'usr', 'lib', 'terminfo') };
    return (await run(program, line, { env })).stdout;
  }

  /** Presses keys by the names of tmux, such as `Enter`, `DC` for Delete, or `p`. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys);
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  /** Resolves with the screen as soon as all of these texts are on it. @throws with the screen as it is */
  async until(what: string, ...texts: readonly RegExp[]): Promise<string> {
    const end = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const screen = await this.#tmux('capture-pane', '-p');
      if (texts.every((text) => text.test(screen))) {
        await this.#keep(what, screen);
        return screen;
      }
      if (Date.now() > end) throw new Error(`never shown: ${what} (${texts.join(' ')})\n${screen}`);
      await delay(25);
    }
  }

  async #keep(what: string, screen: string): Promise<void> {
    const folder = process.env['SCREENS_FOLDER'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    this.#screens += 1;
    const name = `${String(this.#screens).padStart(2, '0')}-${what.replaceAll(/\W+/g, '-')}.txt`;
    await writeFile(join(folder, name), screen);
  }
}
