/**
 * Ids of sound cards that stay the same over restarts and re-plugging: the number of a card says only in which order
 * cards were found. A USB card is known by maker, product and serial number, or by its port where it has no serial
 * number; another card by the id that its driver gives it.
 */
import type { SoundCard } from './sound-card.js';

/** Where a card is and what it is, exactly: two cards never have the same at the same time. */
export function portOf({ id, usb }: SoundCard): string {
  return usb === undefined ? id : [usb.vendorId, usb.productId, usb.serial ?? '', usb.port, id].join('/');
}

/**
 * Makers who give all of their devices the same serial number exist: of such twins the first keeps the id that it would
 * have alone, the others are told apart by their ports.
 * @param earlier ids by `placeOf` that were given before: a card that is still there keeps its own
 */
export function stableIds(
  cards: readonly SoundCard[],
  earlier: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<SoundCard, string> {
  const given = new Map<SoundCard, string>();
  const taken = new Set<string>();
  const give = (card: SoundCard, id: string): void => {
    given.set(card, id);
    taken.add(id);
  };
  for (const card of cards) {
    const before = earlier.get(portOf(card));
    if (before !== undefined && !taken.has(before)) give(card, before);
  }
  const others = cards.filter((card) => !given.has(card));
  for (const card of others.sort((a, b) => compare(portOf(a), portOf(b)))) {
    const wanted = candidates(card);
    let id = wanted.find((candidate) => !taken.has(candidate));
    for (let count = 2; id === undefined; count++) {
      const next = `${wanted.at(-1) ?? ''}-${count}`;
      if (!taken.has(next)) id = next;
    }
    give(card, id);
  }
  return given;
}

function candidates({ id, usb }: SoundCard): string[] {
  if (usb === undefined) return [plain(id)];
  const kind = `usb-${plain(usb.vendorId)}-${plain(usb.productId)}`;
  const port = plain(usb.port);
  if (usb.serial === undefined) return [`${kind}-${port}`];
  return [`${kind}-${plain(usb.serial)}`, `${kind}-${plain(usb.serial)}-${port}`];
}

/** Fit for a path of a URL as it is. */
function plain(text: string): string {
  return text.replace(/[^\w.-]+/g, '_').slice(0, 64);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
