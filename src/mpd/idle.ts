/** The subsystems that a client can wait for with `idle`, and what has changed in them. Pure. */

/** In MPD's order (`src/protocol/IdleFlags.cxx`), in which changes are reported. */
export const SUBSYSTEMS = [
  'database',
  'stored_playlist',
  'playlist',
  'player',
  'mixer',
  'output',
  'options',
  'sticker',
  'update',
  'subscription',
  'message',
  'neighbor',
  'mount',
  'partition',
] as const;

export type Subsystem = (typeof SUBSYSTEMS)[number];

/** @param name its case does not matter */
export function subsystemOf(name: string): Subsystem | undefined {
  const lower = name.toLowerCase();
  return SUBSYSTEMS.find((each) => each === lower);
}

/** What has changed since the last report, and what it waits for. */
export class IdleState {
  readonly #changed = new Set<Subsystem>();
  #awaited: ReadonlySet<Subsystem> | undefined;

  get isWaiting(): boolean {
    return this.#awaited !== undefined;
  }

  note(subsystem: Subsystem): void {
    this.#changed.add(subsystem);
  }

  /** @param subsystems none for all of them */
  wait(subsystems: readonly Subsystem[]): void {
    this.#awaited = new Set(subsystems.length === 0 ? SUBSYSTEMS : subsystems);
  }

  /** Ends waiting. @returns the lines for what has changed of what was awaited; undefined when nothing has */
  take(): string | undefined {
    const reported = SUBSYSTEMS.filter((each) => this.#awaited?.has(each) === true && this.#changed.has(each));
    if (reported.length === 0) return undefined;
    this.#awaited = undefined;
    for (const each of reported) this.#changed.delete(each);
    return reported.map((each) => `changed: ${each}\n`).join('');
  }

  /** @returns whether the client waited */
  cancel(): boolean {
    const wasWaiting = this.isWaiting;
    this.#awaited = undefined;
    return wasWaiting;
  }
}
