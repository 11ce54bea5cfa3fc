/** The order of a long list, remembered on this phone, and the words that narrow it. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Word } from '../../locales/locales.js';
import { say } from '../../state/language.js';
import { store, stored } from '../../state/browser/stored.js';
import { Icon } from '../icon.js';
import { openMenu } from '../sheet.js';

/** An order as the API names it; each has a text. */
export type Order = 'title' | 'artist' | 'album' | 'year' | 'added' | 'played';

export interface Sortable {
  readonly order: Order;
  readonly orders: readonly Order[];
  choose(order: Order): void;
}

/** Milliseconds after the last key until the list is asked for, and most characters. */
const REST = 200;
const LONGEST = 200;

export class Sorting<Name extends Order> implements Sortable {
  readonly #chosen: Signal<Name>;
  /** As they are typed; kept for the way back. */
  readonly words = signal('');

  /** @param list names it among what this phone remembers @param orders the first is that of a new phone */
  constructor(
    private readonly list: string,
    readonly orders: readonly [Name, ...Name[]],
  ) {
    const known = stored(`order of ${list}`);
    this.#chosen = signal(orders.find((each) => each === known) ?? orders[0]);
  }

  get order(): Name {
    return this.#chosen.value;
  }

  choose(order: Name): void {
    this.#chosen.value = order;
    store(`order of ${this.list}`, order);
    scrollTo(0, 0);
  }
}

const nameOf = (order: Order): string => say(`sort.${order}` satisfies Word);

/** A button with the name of the order, which opens the choice. */
export function SortButton({ of }: { readonly of: Sortable }) {
  const open = (): void =>
    openMenu(
      say('sort.by'),
      of.orders.map((order) => ({
        label: nameOf(order),
        chosen: order === of.order,
        act: () => of.choose(order),
      })),
    );
  return (
    <button type="button" class="text-button sort" onClick={open}>
      <Icon name="sort" />
      <span class="unseen">{say('sort.by')}: </span>
      {nameOf(of.order)}
    </button>
  );
}

/** The order, and a field for words. */
export function SortLine({ of }: { readonly of: Sortable & { readonly words: Signal<string> } }) {
  return (
    <div class="line sort-line">
      <SortButton of={of} />
      <input
        type="search"
        enterkeyhint="done"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={LONGEST}
        aria-label={say('sort.filter')}
        placeholder={say('sort.filter')}
        value={of.words.value}
        onInput={({ currentTarget }) => (of.words.value = currentTarget.value)}
      />
    </div>
  );
}

/** The words, a moment after the last key. */
export function useRested(words: Signal<string>): string {
  const [rested, setRested] = useState(words.value.trim());
  useEffect(() => {
    const wanted = words.value.trim();
    const timer = setTimeout(() => setRested(wanted), wanted === '' ? 0 : REST);
    return () => {
      clearTimeout(timer);
    };
  }, [words.value]);
  return rested;
}
