/**
 * The sound cards as outputs: `builtin` is the system's default one or what the configuration names, every other one
 * stands under its stable id. Thread: main; the cards are looked at on the pool.
 */
import { Listeners } from '../../listeners.js';
import type { Native } from '../../native.js';
import type { MixerName } from '../../output/sinks/sink.js';
import type { Log } from '../../log.js';
import type { OutputDevice, OutputSource } from '../output-device.js';
import { CardLimits } from './card-limits.js';
import { cardName, cardOutputs, ctlOf, type CardOutput } from './card-outputs.js';
import { KERNEL_FOLDERS, readSoundCards, type KernelFolders, type SoundCard, type SoundCards } from './sound-card.js';
import { portOf, stableIds } from './stable-ids.js';

export const BUILTIN = 'builtin';
const BUILTIN_NAME = 'Tonearm (Built-in)';
/** What ALSA calls the system's default. */
const STANDARD_PCM = 'default';

/** What may be another without a sign is not looked at more often, in ms. */
const REFRESH_PAUSE = 10_000;

/** What the configuration says of `builtin`. */
export interface BuiltinChoice {
  readonly pcm: string;
  /** Named by hand: without it there is no sound, and no silent stand-in. */
  readonly isNamed: boolean;
  readonly mixer: MixerName | undefined;
}

export interface CardSourceDeps {
  readonly native: Pick<Native, 'listCards' | 'readPcmLimits'>;
  readonly builtin: BuiltinChoice;
  readonly log: Log;
  readonly folders?: KernelFolders;
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number;
}

export class CardSource implements OutputSource {
  readonly #listeners = new Listeners();
  /** Ids that were given, by place. */
  readonly #ids = new Map<string, string>();
  #list: readonly OutputDevice[];
  /** A machine that had a card once is not silent for want of one: the card is waited for. */
  #hadCard = false;
  /** What is known of the card behind `builtin`, also while it is unplugged. */
  #own: Pick<OutputDevice, 'card' | 'ctl' | 'key' | 'limits'> = {};
  readonly #limits: CardLimits;
  readonly #folders: KernelFolders;
  readonly #now: () => number;
  #lookedAt = -Infinity;
  #mayLearn = false;
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(private readonly deps: CardSourceDeps) {
    const { native, folders = KERNEL_FOLDERS, now = () => performance.now() } = deps;
    this.#folders = folders;
    this.#now = now;
    this.#limits = new CardLimits({ native, proc: folders.proc });
    this.#list = [this.#builtin({ cards: [], standard: -1, isStandardOwn: false, hat: undefined }, [])];
  }

  list(): readonly OutputDevice[] {
    return this.#list;
  }

  subscribe(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Looks again at what tells of no change: what is plugged into HDMI, or a card that was busy. */
  async refresh(): Promise<void> {
    if (this.#mayLearn && this.#now() - this.#lookedAt >= REFRESH_PAUSE) await this.look();
  }

  /** Looks at the cards anew; resolves when the list is what they are. Calls meanwhile share the next look. Never rejects. */
  look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#lookUntilDone();
    return this.#looking;
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        const cards = await this.#limits.learn(await readSoundCards(this.deps.native, this.#folders));
        this.#mayLearn = this.#limits.isWorthAsking(cards);
        this.#found(cards);
        this.#lookedAt = this.#now();
      } catch (error) {
        this.deps.log.warn('the sound cards cannot be listed', { error });
      }
    }
    // In the turn in which no look was due any more: a call that comes right after it begins a new one.
    this.#looking = undefined;
  }

  #found(found: SoundCards): void {
    if (found.cards.length > 0) this.#hadCard = true;
    const ids = stableIds(found.cards, this.#ids);
    for (const [card, id] of ids) this.#ids.set(portOf(card), id);
    const outputs = cardOutputs(found, ids);
    const list = [this.#builtin(found, outputs), ...this.#further(found, outputs)];
    const isSame = JSON.stringify(list) === JSON.stringify(this.#list);
    this.#list = list;
    if (isSame) return;
    const names = list.filter(({ isPresent }) => isPresent).map(({ id, name, card = name }) => `${id}: ${card}`);
    this.deps.log.info('outputs found', { outputs: names.join('; ') });
    this.#listeners.call();
  }

  /** The first device of the card that `builtin` plays on is not listed twice. */
  #further(found: SoundCards, outputs: readonly CardOutput[]): OutputDevice[] {
    const own = this.#ownOutput(found, outputs);
    return outputs.filter((output) => output !== own).map(({ device }) => device);
  }

  #builtin(found: SoundCards, outputs: readonly CardOutput[]): OutputDevice {
    const { pcm, isNamed, mixer } = this.deps.builtin;
    const card = this.#ownCard(found);
    const own = this.#ownOutput(found, outputs);
    const isSilent = !isNamed && !this.#hadCard;
    if (card !== undefined) {
      this.#own = {
        card: own?.device.name ?? cardName(card, found.hat),
        ctl: ctlOf(card),
        // Another DAC in the place of the last one is not as loud.
        ...(card.usb === undefined ? {} : { key: own?.device.id ?? BUILTIN }),
        ...(own?.device.limits === undefined ? {} : { limits: own.device.limits }),
      };
    }
    const common = {
      id: BUILTIN,
      name: BUILTIN_NAME,
      service: 'builtin' as const,
      pcm: isSilent ? '' : pcm,
      mixer: mixer ?? ('card' as const),
      isPresent: isSilent || this.#isThere(found),
      ...this.#own,
    };
    // The default of an HDMI card would go through a converter and a volume of its own.
    const isHdmi = pcm === STANDARD_PCM && own?.device.pcm.startsWith('hdmi:') === true;
    return isHdmi ? { ...common, pcm: own.device.pcm, mixer } : common;
  }

  /** The card behind `builtin`, as far as names say. */
  #ownCard({ cards, standard }: SoundCards): SoundCard | undefined {
    const { pcm } = this.deps.builtin;
    if (pcm === STANDARD_PCM) return cards.find(({ number }) => number === standard);
    const named = cardIn(pcm);
    return named === undefined ? undefined : findCard(cards, named);
  }

  #ownOutput(found: SoundCards, outputs: readonly CardOutput[]): CardOutput | undefined {
    const card = this.#ownCard(found);
    const { pcm } = this.deps.builtin;
    const of = outputs.filter((output) => output.card === card);
    const device = Number(/(?:^\w+:[\w-]+,|DEV=)(\d+)/i.exec(pcm)?.[1] ?? 0);
    return of.find((output) => output.pcm.number === device) ?? of[0];
  }

  /** A PCM that names no card is taken to be there: only opening it tells. */
  #isThere(found: SoundCards): boolean {
    const { pcm } = this.deps.builtin;
    if (pcm === STANDARD_PCM) return found.isStandardOwn || this.#ownCard(found) !== undefined;
    return cardIn(pcm) === undefined || this.#ownCard(found) !== undefined;
  }
}

/** Which card a PCM name means, where the name itself says so: `hw:1`, `plughw:DAC,0`, `hdmi:CARD=vc4hdmi0,DEV=0`. */

/** @returns the card's id or number as it is written; undefined for the name of another kind of PCM */
function cardIn(pcm: string): string | undefined {
  const named = /[:,]\s*CARD=([^,{}"\s]+)/i.exec(pcm)?.[1];
  return named ?? /^(?:(?:plug)?hw|sysdefault|front|hdmi|iec958|dmix|default):([\w-]+)(?:,|$)/.exec(pcm)?.[1];
}

function findCard(cards: readonly SoundCard[], named: string): SoundCard | undefined {
  return cards.find(({ id, number }) => id === named || String(number) === named);
}
