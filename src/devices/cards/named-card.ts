/** Which card a PCM name means, where the name itself says so: `hw:1`, `plughw:DAC,0`, `hdmi:CARD=vc4hdmi0,DEV=0`. */
import type { SoundCard } from './sound-card.js';

/** @returns the card's id or number as it is written; undefined for the name of another kind of PCM */
export function cardIn(pcm: string): string | undefined {
  const named = /[:,]\s*CARD=([^,{}"\s]+)/i.exec(pcm)?.[1];
  return named ?? /^(?:(?:plug)?hw|sysdefault|front|hdmi|iec958|dmix|default):([\w-]+)(?:,|$)/.exec(pcm)?.[1];
}

export function findCard(cards: readonly SoundCard[], named: string): SoundCard | undefined {
  return cards.find(({ id, number }) => id === named || String(number) === named);
}
