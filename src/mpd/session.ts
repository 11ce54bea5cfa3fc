/** What is kept of one client: what it wants to see, the PIN that it gave, what it waits for. Thread: main. */
import type { PinGiven } from '../system/pin.js';
import type { Song } from './song.js';
import type { TagMask } from './song.js';
import { IdleState, type Subsystem } from './idle.js';

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

/** Bytes of a picture in one answer, by default and at most. */
export const BINARY_LIMIT = { default: 8192, least: 64, most: 256 * 1024 };
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
  binaryLimit = BINARY_LIMIT.default;
  hidesPlaylistsInRoot = false;
  readonly channels = new Set<string>();
  #messages: Message[] = [];
  #pin: string | undefined;
  /** What has to be durable before the client is told that all is well. */
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

  remember(pin: string): void {
    this.#pin = pin;
  }

  note(subsystem: Subsystem): void {
    this.idle.note(subsystem);
    this.noted();
  }

  /** @returns whether the client takes messages of the channel */
  receive(message: Message): boolean {
    if (!this.channels.has(message.channel)) return false;
    if (this.#messages.length < MOST_MESSAGES) this.#messages.push(message);
    this.note('message');
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

  /** Resolves when all is durable. @throws what one of the changes threw */
  async settled(): Promise<void> {
    const saving = this.#saving;
    if (saving.length === 0) return;
    this.#saving = [];
    await Promise.all(saving);
  }

  /** Tags that the client wants of a song. */
  tagsOf(song: Song): Song['tags'] {
    const mask = this.tagMask;
    return mask === undefined ? song.tags : song.tags.filter(([name]) => mask.has(name));
  }
}
