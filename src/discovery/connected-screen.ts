/**
 * Shows the name of the box, its addresses and a QR code on a terminal, such as the screen that is plugged into the box;
 * while the hotspot is on, how to get into that. Drawn again when NetworkManager or Avahi reports another state, and when
 * the hotspot or a setting changes. In between nothing runs and no file is open. Thread: main. Never rejects.
 */
import { constants, open } from 'node:fs/promises';
import { renderUnicodeCompact } from 'uqr';
import type { SystemBus } from '../dbus/system-bus.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import { boxName, type Settings } from '../settings/settings.js';
import { ADDRESS_CHANGES } from './address-changes.js';
import type { Discovery } from './discovery.js';

/** What a person needs to get into the hotspot. */
export interface HotspotAccess {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export interface ConnectedScreenDeps {
  /** Path of the terminal, such as `/dev/tty1`. */
  readonly terminal: string;
  readonly bus: Pick<SystemBus, 'subscribe'>;
  readonly discovery: Pick<Discovery, 'read'>;
  readonly settings: Pick<Settings, 'read' | 'subscribe'>;
  /** `access` is undefined while the hotspot is not on. */
  readonly hotspot: {
    readonly access: HotspotAccess | undefined;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** Host name of the machine. */
  readonly machine: () => string;
  readonly log: Log;
  /** Milliseconds without another change before it is drawn. */
  readonly pause?: number;
}

/** Signals of another name or address. */
const CHANGES = [
  ...ADDRESS_CHANGES,
  { sender: 'org.freedesktop.Avahi', path: '/', interface: 'org.freedesktop.Avahi.Server', member: 'StateChanged' },
];
/** An interface gets and loses its addresses within this time around its signal. */
const PAUSE = 1000;
/** A terminal that is stopped (Ctrl+S) is left alone instead of waited for, and never becomes that of the daemon. */
const FLAGS = constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK;
/** Rows of the smallest screen. */
const ROWS = 25;
/** Erases the screen and hides the cursor (ECMA-48, console_codes(4)). */
const CLEAR = '\x1b[0m\x1b[H\x1b[2J\x1b[?25l';

export class ConnectedScreen {
  readonly #drawings = new SerialQueue();
  readonly #undo: (() => void)[] = [];
  #due: NodeJS.Timeout | undefined;
  #shown: string | undefined;
  #hasFailed = false;

  constructor(private readonly deps: ConnectedScreenDeps) {}

  start(): void {
    const { bus, settings, hotspot, pause = PAUSE } = this.deps;
    const look = (): void => {
      clearTimeout(this.#due);
      this.#due = setTimeout(() => void this.#drawings.run(() => this.#draw()), pause).unref();
    };
    this.#undo.push(
      ...CHANGES.map((match) => bus.subscribe(match, look, look)),
      settings.subscribe(look),
      hotspot.subscribe(look),
    );
    look();
  }

  /** Leaves what is shown. */
  async stop(): Promise<void> {
    for (const undo of this.#undo.splice(0)) undo();
    clearTimeout(this.#due);
    await this.#drawings.whenIdle();
  }

  async #draw(): Promise<void> {
    const { terminal, discovery, settings, hotspot, machine, log } = this.deps;
    try {
      const { addresses } = await discovery.read();
      const name = boxName(settings.read(), machine());
      const { access } = hotspot;
      const text = access === undefined ? screenText(name, addresses) : hotspotText(name, access);
      if (text === this.#shown) return;
      const file = await open(terminal, FLAGS);
      try {
        await file.writeFile(CLEAR + text.replaceAll('\n', '\r\n'));
      } finally {
        await file.close();
      }
      this.#shown = text;
    } catch (error) {
      if (!this.#hasFailed) log.warn('screen: not drawn (it does not show the address)', { terminal, error });
      this.#hasFailed = true;
    }
  }
}

/** The code is one by which a phone joins the hotspot; special characters have a backslash in it. */
export function hotspotText(box: string, { name, password, address }: HotspotAccess): string {
  const [ssid, key] = [name, password].map((text) => text.replace(/[\\;,":]/g, '\\$&'));
  const lines = [
    `  ${withoutControls(box)}`,
    '',
    `  Wi-Fi: ${name}`,
    `  Password: ${password}`,
    `  Then: http://${address}`,
  ];
  return drawn(lines, `WIFI:T:WPA;S:${ssid};P:${key};;`);
}

/** @param addresses URLs, that of the name first; the code is for the last one, a number, which every phone can open */
export function screenText(name: string, addresses: readonly string[]): string {
  const code = addresses.at(-1);
  const title = withoutControls(name);
  if (code === undefined) return `\n  ${title}\n\n  No network yet.\n`;
  return drawn([`  ${title}`, '', ...addresses.map((address) => `  ${address}`)], code);
}

/** Without the code where that is too large for the smallest screen, as of a very long password. */
function drawn(lines: readonly string[], code: string): string {
  const text = ['', ...lines, ''];
  const all = [...text, ...renderUnicodeCompact(code, { border: 2 }).split('\n'), ''];
  return (all.length > ROWS ? text : all).join('\n');
}

/** A name is not to move the cursor. */
function withoutControls(name: string): string {
  return name.replace(/\p{Cc}/gu, '');
}
