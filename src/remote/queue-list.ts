/** The list of the queue: a window of its entries, each to be jumped to or removed. */
import { element, setText } from './elements.js';
import { isUntagged, ROWS, type Queue, type Row, windowStart } from './model.js';
import { ask, InTurn } from './requests.js';

/** Tags are read while the list is asked for: those that came too late are asked for again, after this long, in ms. */
const TAGS_LATER = 2000;
const TAG_ATTEMPTS = 5;

/** What is done to an entry at its place in the queue. */
export interface QueueActions {
  readonly jump: (index: number) => Promise<void>;
  readonly remove: (index: number) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export class QueueList {
  readonly #list = element('queue');
  readonly #earlier = element('earlier');
  readonly #later = element('later');
  readonly #actions: QueueActions;
  readonly #touches = new InTurn();
  #queue: Queue | undefined;
  #first = 0;
  #last = 0;
  #asked = 0;

  constructor(actions: QueueActions) {
    this.#actions = actions;
    this.#earlier.addEventListener('click', () => void this.#load(Math.max(0, this.#first - ROWS), this.#last));
    this.#later.addEventListener('click', () => void this.#load(this.#first, this.#last + ROWS));
  }

  show(queue: Queue): void {
    const before = this.#queue;
    this.#queue = queue;
    setText(element('queue-title'), queue.amount === 0 ? 'The queue is empty' : `Queue (${queue.amount})`);
    element('clear').hidden = queue.amount === 0;
    if (before?.revision === queue.revision) {
      this.#mark();
      return;
    }
    const first = windowStart(queue);
    void this.#load(first, first + ROWS);
  }

  /** Asks for rows `first` to `last`; an answer that was overtaken by another is dropped. */
  async #load(first: number, last: number, attempts = TAG_ATTEMPTS): Promise<void> {
    const asked = ++this.#asked;
    try {
      const limit = last - first;
      const answer = (await ask(`/playlists/current/tracks?offset=${first}&limit=${limit}`)) as Row[];
      if (asked !== this.#asked) return;
      // A daemon that knows neither gives all.
      const tracks = answer.length > limit ? answer.slice(first, last) : answer;
      this.#first = first;
      this.#last = first + tracks.length;
      const focused = this.#focusedAt();
      this.#list.replaceChildren(...tracks.map((track) => this.#row(track)));
      focused?.();
      this.#earlier.hidden = first === 0;
      this.#later.hidden = this.#last >= (this.#queue?.amount ?? 0);
      this.#mark();
      if (attempts > 0 && tracks.some(isUntagged)) {
        setTimeout(() => {
          if (asked === this.#asked) void this.#load(first, last, attempts - 1);
        }, TAGS_LATER);
      }
    } catch (error) {
      if (asked === this.#asked) this.#actions.failed(error);
    }
  }

  #row(track: Row): HTMLLIElement {
    const row = document.createElement('li');
    const jump = document.createElement('button');
    jump.className = 'jump';
    jump.append(line('what', track.title), line('by', [track.artist, track.album].filter(Boolean).join(' – ')));
    jump.addEventListener('click', () => {
      this.#touch(track, this.#actions.jump);
    });
    const remove = document.createElement('button');
    remove.className = 'remove';
    remove.textContent = '×';
    remove.setAttribute('aria-label', `Remove ${track.title}`);
    remove.addEventListener('click', () => {
      this.#touch(track, this.#actions.remove);
    });
    row.append(jump, remove);
    return row;
  }

  /** What was touched is meant, wherever the edits that are not shown yet have brought it. */
  #touch(row: Row, act: (index: number) => Promise<void>): void {
    this.#touches.add(async () => {
      try {
        const index = await this.#placeOf(row);
        if (index !== undefined) await act(index);
      } catch (error) {
        this.#actions.failed(error);
      }
    });
  }

  /** Where it is now; undefined when it has gone. */
  async #placeOf({ key, position }: Row): Promise<number | undefined> {
    for (const [first, limit] of [
      [position, 1],
      [this.#first, this.#last - this.#first],
    ] as const) {
      const rows = (await ask(`/playlists/current/tracks?offset=${first}&limit=${limit}`)) as Row[];
      const found = rows.find((each) => each.key === key);
      if (found !== undefined) return found.position;
    }
    return undefined;
  }

  /** Whoever removes one entry after the other by keyboard stays where they are. @returns how to focus it again */
  #focusedAt(): (() => void) | undefined {
    const active = document.activeElement;
    const at = [...this.#list.children].findIndex((row) => row.contains(active));
    if (at < 0 || active === null) return undefined;
    return () => {
      const row = this.#list.children[Math.min(at, this.#list.children.length - 1)];
      row?.querySelector<HTMLElement>(`.${active.className}`)?.focus();
    };
  }

  #mark(): void {
    for (const [at, row] of [...this.#list.children].entries()) {
      if (this.#first + at === this.#queue?.index) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }
}

function line(name: string, text: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
}
