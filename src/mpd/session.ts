/** State of one client: the tags that it wants, the PIN that it gave, its channels, what it waits for. Thread: main. */
import type { PinGiven } from '../system/pin.js';
import { IdleState, type Subsystem } from './idle.js';
import type { TagMask } from './song.js';

/** Who is at the other end. */
export interface ClientFacts {
  readonly address: string;
  /** What guesses of the PIN count for. */
  readonly network: string;
  /** A program on this box. */
  readonly isLocal: boolean;
}

export interface Message {
  readonly channel: string;
  readonly text: string;
}

/** Bytes of a picture in one answer: by default, and the bounds of `binarylimit` (`src/command/ClientCommands.cxx`). */
export const BINARY_LIMIT = { default: 8192, least: 64, most: 8 * 1024 * 1024 - 4096 };
/** Bytes of a picture in one answer, whatever more a client would accept. */
const LARGEST_PIECE = 256 * 1024;
export const MOST_CHANNELS = 16;
export const MOST_MESSAGES = 64;

/** A picture that a client reads piece by piece, in one go of requests. */
export interface HeldPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export class Session {
  readonly idle = new IdleState();
  tagMask: TagMask = undefined;
  /** What the client accepts in one answer. */
  binaryLimit = BINARY_LIMIT.default;
  hidesPlaylistsInRoot = false;
  readonly channels = new Set<string>();
  #messages: Message[] = [];
  #pin: string | undefined;
  /** Changes that have to be durable before the client gets its `OK`. */
  #saving: Promise<unknown>[] = [];
  picture: HeldPicture | undefined;

  /** @param noted called after something was noted that the client may wait for */
  constructor(
    readonly client: ClientFacts,
    private readonly noted: () => void,
  ) {}

  /** For the PIN: what the client gave, and who it is. */
  get given(): PinGiven {
    return { pin: this.#pin, client: this.client.network };
  }

  /** Bytes of a picture in one answer. */
  get pieceLength(): number {
    return Math.min(this.binaryLimit, LARGEST_PIECE);
  }

  remember(pin: string): void {
    this.#pin = pin;
  }

  /** The PIN that the client gave is wrong by now: to try it again would count as another guess. */
  forgetPin(): void {
    this.#pin = undefined;
  }

  note(subsystem: Subsystem): void {
    this.idle.note(subsystem);
    this.noted();
  }

  /** @returns false when the client has not subscribed to the channel, or has too many messages to read */
  receive(message: Message): boolean {
    if (!this.channels.has(message.channel) || this.#messages.length >= MOST_MESSAGES) return false;
    if (this.#messages.length === 0) this.note('message');
    this.#messages.push(message);
    return true;
  }

  takeMessages(): readonly Message[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  /** A change is in force, and is to be durable before the answer. */
  settle(saving: Promise<unknown>): void {
    // Looked at by `settled`.
    saving.catch(() => undefined);
    this.#saving.push(saving);
  }

  /** Whether a change is not known to be durable yet. */
  get isSaving(): boolean {
    return this.#saving.length > 0;
  }

  /** Resolves when all is durable. @throws what one of the changes threw */
  async settled(): Promise<void> {
    const saving = this.#saving;
    if (saving.length === 0) return;
    this.#saving = [];
    await Promise.all(saving);
  }
}
