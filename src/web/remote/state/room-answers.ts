/** What the server of the rooms that are shown answered last. Needs no document. */
import { signal } from '@preact/signals';

interface Named {
  readonly id: string;
}

export class RoomAnswers<Room extends Named> {
  /** Undefined before the first answer. */
  readonly rooms = signal<readonly Room[] | undefined>(undefined);
  /** Why the rooms are not known, or not any more; undefined while they are. */
  readonly trouble = signal<string | undefined>(undefined);
  /** Output whose rooms are wanted. */
  #wanted: string | undefined;
  /** Output whose rooms are being asked for. */
  #asking: string | undefined;

  /** @param reasonOf the text of a refusal, for people */
  constructor(private readonly reasonOf: (error: unknown) => string) {}

  /** Output whose rooms are shown. */
  get output(): string | undefined {
    return this.#wanted;
  }

  /** Never rejects. While an answer is outstanding, nothing more is asked for the same output; one for another is dropped. */
  async load(output: string, ask: () => Promise<readonly Room[]>): Promise<void> {
    if (this.#asking === output) return;
    this.#asking = output;
    if (this.#wanted !== output) {
      this.rooms.value = undefined;
      this.trouble.value = undefined;
    }
    this.#wanted = output;
    try {
      const found = await ask();
      if (this.#wanted !== output) return;
      this.rooms.value = found;
      this.trouble.value = undefined;
    } catch (error) {
      if (this.#wanted === output) this.trouble.value = this.reasonOf(error);
    } finally {
      if (this.#asking === output) this.#asking = undefined;
    }
  }

  /** A room is another one. */
  replace(output: string, room: Room): void {
    const before = this.rooms.peek();
    if (this.#wanted !== output || before === undefined) return;
    this.rooms.value = before.map((each) => (each.id === room.id ? room : each));
  }
}
