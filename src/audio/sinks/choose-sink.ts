/** Which sink a machine gets. Source of the card list: `/proc/asound/cards` (ALSA, Documentation/sound/designs/procfile). */
import { readFileSync } from 'node:fs';

import type { Native } from '../native.js';
import { AlsaSink } from './alsa-sink.js';
import type { Sink } from './sink.js';
import { SilentSink } from './silent-sink.js';

/** Whether the kernel knows a sound card. */
export function hasSoundCard(cards: string | undefined = cardList()): boolean {
  return cards !== undefined && /^\s*\d+\s+\[/m.test(cards);
}

function cardList(): string | undefined {
  try {
    return readFileSync('/proc/asound/cards', 'utf8');
  } catch {
    return undefined;
  }
}

/** The device by name; the silent sink when there is no card and no device was named by hand. */
export function chooseSink(native: Native, device: string, named: boolean): Sink {
  return named || hasSoundCard() ? new AlsaSink(native, device) : new SilentSink(native);
}
