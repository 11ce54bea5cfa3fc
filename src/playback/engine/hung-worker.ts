/**
 * Notices a decoder worker that does not come to its messages, because it waits for a disk or a server that hangs. Thread:
 * main.
 *
 *     a load or `clear`, and the worker does not come to it ─▶ late: it waits for an earlier file
 *     a track on a network share, no answer for some seconds, and the ring is dry ─▶ hung at this track
 */
import type { ToDecoder } from '../../decode/decoder-messages.js';

/** Milliseconds after which a worker that has not come to a load is late, when it may read a file on a share. */
const LATE_MILLISECONDS = 3000;
/** Milliseconds when all its files are local: a busy machine is more likely than a disk that hangs. */
const LATE_LOCAL_MILLISECONDS = 20_000;
/** Milliseconds between looks while the worker reads a track on a share, or may do so next. */
const LOOK_MILLISECONDS = 2500;
/** Milliseconds without an answer after which a worker with a dry ring hangs. */
const HUNG_MILLISECONDS = 7500;
/** Milliseconds after which it hangs whatever the ring holds, as in a pause: health checks would have the daemon restarted. */
const LONGEST_MILLISECONDS = 20_000;

export interface HungWorkerEvents {
  /** The worker has come to messages before, or has had time to start. */
  isStarted(): boolean;
  /** Sends the worker a question; resolves when it has come to it, or is gone. */
  ask(): Promise<unknown>;
  /** The worker does not come to the last load. Called again and again while it does not. */
  late(): void;
  /** The worker hangs at a file on a share. Called again and again while it does. */
  hung(): void;
  /** All that was decoded has been played. */
  isDry(): boolean;
  /** The worker sleeps, and does nothing until it is woken. */
  isAtRest(): boolean;
  /** Whether a file lies on a network share. */
  isOnShare(path: string): boolean;
}

export class HungWorker {
  #asked: { readonly at: number; lateAfter: number } | undefined;
  /** The worker may read a file on a share. */
  #hasShare = false;
  #lateTimer: NodeJS.Timeout | undefined;
  #shareTimer: NodeJS.Timeout | undefined;

  constructor(private readonly events: HungWorkerEvents) {}

  /** Called before a message is sent to the worker. */
  sending(message: ToDecoder): void {
    if (message.kind !== 'load' && message.kind !== 'clear' && message.kind !== 'follow') return;
    const isForShare = message.kind !== 'clear' && this.#isOnShare(message.track);
    if (isForShare) this.#watchShare();
    else if (message.kind !== 'follow') this.#leaveShare();
    // A message finds the worker at the files of the messages before.
    const mayBeAtShare = this.#hasShare;
    this.#hasShare = isForShare || (message.kind === 'follow' && mayBeAtShare);
    if (message.kind === 'follow' || !this.events.isStarted()) return;
    this.#ask(mayBeAtShare);
    this.#lateTimer ??= setInterval(() => this.#lookForLate(), LATE_MILLISECONDS).unref();
  }

  /** The worker was woken without a message: it may read the share again, from which it rested. */
  woken(): void {
    if (this.#hasShare) this.#watchShare();
  }

  /** Another worker takes over, or none. */
  forget(): void {
    this.#asked = undefined;
    clearInterval(this.#lateTimer);
    this.#lateTimer = undefined;
    this.#hasShare = false;
    this.#leaveShare();
  }

  /** One question at a time: the first that is open counts. */
  #ask(mayBeAtShare: boolean): void {
    const lateAfter = mayBeAtShare ? LATE_MILLISECONDS : LATE_LOCAL_MILLISECONDS;
    if (this.#asked !== undefined) {
      // Asked at a file of a share, which is left by now.
      this.#asked.lateAfter = Math.min(this.#asked.lateAfter, lateAfter);
      return;
    }
    const asked = { at: performance.now(), lateAfter };
    this.#asked = asked;
    void this.events.ask().then(() => {
      if (this.#asked !== asked) return;
      this.#asked = undefined;
      clearInterval(this.#lateTimer);
      this.#lateTimer = undefined;
    });
  }

  #lookForLate(): void {
    const asked = this.#asked;
    // A timer may fire a little early.
    if (asked !== undefined && performance.now() - asked.at > asked.lateAfter - 50) this.events.late();
  }

  #watchShare(): void {
    this.#shareTimer ??= setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
  }

  #look(): void {
    const asked = this.#asked;
    if (!this.events.isStarted()) return;
    // As when the player is paused or stopped: an idle share wakes nobody up.
    if (this.events.isAtRest()) {
      this.#leaveShare();
      return;
    }
    if (asked === undefined) this.#ask(true);
    else {
      const waited = performance.now() - asked.at;
      if (waited >= (this.events.isDry() ? HUNG_MILLISECONDS : LONGEST_MILLISECONDS)) this.events.hung();
    }
  }

  #leaveShare(): void {
    clearInterval(this.#shareTimer);
    this.#shareTimer = undefined;
  }

  #isOnShare(track: Extract<ToDecoder, { kind: 'follow' }>['track']): boolean {
    const source = track?.source;
    if (source?.kind === 'localFile') return this.events.isOnShare(source.location);
    return source?.kind === 'cuePart' && this.events.isOnShare(source.part.path);
  }
}
