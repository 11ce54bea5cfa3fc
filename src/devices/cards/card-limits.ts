/**
 * What the cards take that do not tell it by themselves: each is asked once, by opening it for a moment while nobody plays
 * there. Of HDMI it depends on what is plugged in, so that is asked again. Thread: main; the work is done on the pool.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Native, NativeCardPcm } from '../../native.js';
import type { PcmLimits } from '../output-device.js';
import { isHdmi, pcmToAsk } from './card-outputs.js';
import type { SoundCard, SoundCards } from './sound-card.js';
import { portOf } from './stable-ids.js';
import { USUAL_RATES } from './stream-file.js';

export interface CardLimitsDeps {
  readonly native: Pick<Native, 'readPcmLimits'>;
  /** The folder `/proc`. */
  readonly proc: string;
}

export class CardLimits {
  /** By card and device; while a card is away it is not forgotten. */
  readonly #known = new Map<string, PcmLimits>();

  constructor(private readonly deps: CardLimitsDeps) {}

  /** The cards with all that is known by now. Never rejects. */
  async learn(found: SoundCards): Promise<SoundCards> {
    return { ...found, cards: await Promise.all(found.cards.map((card) => this.#learnOf(card))) };
  }

  /** Whether asking again may tell more. */
  isWorthAsking({ cards }: SoundCards): boolean {
    return cards.some((card) => card.pcms.some((pcm) => isHdmi(card, pcm) || !card.limits.has(pcm.number)));
  }

  async #learnOf(card: SoundCard): Promise<SoundCard> {
    const limits = new Map(card.limits);
    for (const pcm of card.pcms) {
      if (limits.has(pcm.number)) continue;
      const name = JSON.stringify([portOf(card), card.driver, pcm.number]);
      if (isHdmi(card, pcm) || !this.#known.has(name)) {
        const asked = await this.#ask(card, pcm);
        if (asked !== undefined) this.#known.set(name, asked);
      }
      const known = this.#known.get(name);
      if (known !== undefined) limits.set(pcm.number, known);
    }
    return { ...card, limits };
  }

  /** Undefined while somebody plays there, and where it does not say. */
  async #ask(card: SoundCard, pcm: NativeCardPcm): Promise<PcmLimits | undefined> {
    if (!(await this.#isIdle(card, pcm))) return undefined;
    try {
      const { formats, rates, channels } = await this.deps.native.readPcmLimits(pcmToAsk(card, pcm), USUAL_RATES);
      return formats.length === 0 || rates.length === 0 ? undefined : { formats: [...formats].sort(), rates, channels };
    } catch {
      return undefined;
    }
  }

  /** As the kernel tells it (sound/core/pcm.c, `status`); where it does not, opening it will. */
  async #isIdle({ number }: SoundCard, pcm: NativeCardPcm): Promise<boolean> {
    const folder = join(this.deps.proc, 'asound', `card${number}`, `pcm${pcm.number}p`);
    try {
      const parts = (await readdir(folder)).filter((name) => /^sub\d+$/.test(name));
      const states = await Promise.all(parts.map((name) => readFile(join(folder, name, 'status'), 'utf8')));
      return states.every((state) => state.trim() === 'closed');
    } catch {
      return true;
    }
  }
}
