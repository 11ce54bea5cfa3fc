/** What can be played on of the sound cards: one output for each playback device, HDMI by its own way. */
import type { NativeCardPcm } from '../../native.js';
import type { OutputDevice } from '../output-device.js';
import type { SoundCard, SoundCards } from './sound-card.js';

/** An output together with the card that it belongs to. */
export interface CardOutput {
  readonly device: OutputDevice;
  readonly card: SoundCard;
  readonly pcm: NativeCardPcm;
}

/** What the sink can give (audio/sinks/alsa-sink.ts). */
const OUR_FORMATS = ['S32_LE', 'S24_LE', 'S24_3LE', 'S16_LE'];
const CHANNELS = 2;

/** Drivers of the Raspberry Pi's own outputs. */
const PI_HDMI = 'vc4-hdmi';
const PI_JACK = /^bcm2835 (.+)/;
/** The playback devices behind which HDA has HDMI; alsa-lib counts them in this order (cards/HDA-Intel.conf). */
const HDA_HDMI_DEVICES = [3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/** How makers of boards write themselves, where a driver does not. */
const MAKERS = ['HiFiBerry', 'IQaudIO', 'JustBoom', 'Allo', 'Pisound', 'Audioinjector', 'Dionaudio', 'RPi'];

/** @param ids stable ones, of every card (stable-ids.ts) */
export function cardOutputs({ cards, hat }: SoundCards, ids: ReadonlyMap<SoundCard, string>): CardOutput[] {
  const found = cards.flatMap((card) =>
    card.pcms.map((pcm, at): CardOutput => {
      const id = ids.get(card) ?? card.id;
      const limits = card.limits.get(pcm.number);
      const device = {
        id: at === 0 ? `alsa-${id}` : `alsa-${id}-${pcm.number}`,
        name: at === 0 || isHdmi(card, pcm) ? nameOf(card, pcm, hat) : `${cardName(card, hat)} (${pcm.name || pcm.id})`,
        service: 'alsa' as const,
        ...wayTo(card, pcm),
        isPresent: true,
      };
      return { device: limits === undefined ? device : { ...device, limits }, card, pcm };
    }),
  );
  return found.map((output) => ({ ...output, device: { ...output.device, name: ownName(output, found) } }));
}

/** Twins are told apart by where they are plugged in. */
function ownName({ device, card }: CardOutput, all: readonly CardOutput[]): string {
  const isAlone = all.every((other) => other.card === card || other.device.name !== device.name);
  return isAlone ? device.name : `${device.name} (${card.usb === undefined ? card.id : `USB port ${card.usb.port}`})`;
}

export function isHdmi(card: SoundCard, { id, name }: NativeCardPcm): boolean {
  return card.driver === PI_HDMI || /HDMI|DisplayPort/i.test(`${id} ${name}`);
}

/**
 * HDMI goes through alsa-lib's own PCM, which makes the IEC 958 subframes that the hardware takes; it has no control of
 * volume. Everything else is opened as the hardware is, so that nothing is converted that need not be.
 */
function wayTo(card: SoundCard, pcm: NativeCardPcm): Pick<OutputDevice, 'pcm' | 'mixer' | 'ctl'> {
  if (card.driver === PI_HDMI) {
    // AES3: the rate is not said beforehand, so the plugin puts the one that is played into the channel status.
    return { pcm: `hdmi:CARD=${card.id},DEV=${pcm.number},AES3=1`, mixer: undefined };
  }
  if (isHdmi(card, pcm)) {
    const number = HDA_HDMI_DEVICES.indexOf(pcm.number);
    if (number >= 0) return { pcm: `hdmi:CARD=${card.id},DEV=${number}`, mixer: undefined };
  }
  const limits = card.limits.get(pcm.number);
  const fits =
    limits === undefined ||
    (limits.channels.includes(CHANNELS) && OUR_FORMATS.some((format) => limits.formats.includes(format)));
  return {
    pcm: `${fits ? 'hw' : 'plughw'}:CARD=${card.id},DEV=${pcm.number}`,
    mixer: 'card',
    ctl: ctlOf(card),
  };
}

/** The ctl with the controls of a card. */
export const ctlOf = ({ id }: Pick<SoundCard, 'id'>): string => `hw:CARD=${id}`;

/** The PCM that knows what a device takes: no converter, but for the one that HDMI needs. */
export function pcmToAsk(card: SoundCard, pcm: NativeCardPcm): string {
  const { pcm: way, mixer } = wayTo(card, pcm);
  return mixer === undefined ? way : `hw:CARD=${card.id},DEV=${pcm.number}`;
}

function nameOf(card: SoundCard, pcm: NativeCardPcm, hat: string | undefined): string {
  if (card.driver === PI_HDMI) return `HDMI ${/-(\d+)$/.exec(card.name)?.[1] ?? ''}`.trim();
  if (isHdmi(card, pcm)) return `${pcm.name || pcm.id} (${cardName(card, hat)})`;
  return cardName(card, hat);
}

/** What a person calls the card. */
export function cardName(card: SoundCard, hat: string | undefined): string {
  if (card.driver === PI_HDMI) return 'HDMI';
  if (card.usb !== undefined) return card.usb.product ?? card.name;
  const jack = PI_JACK.exec(card.name)?.[1];
  if (jack !== undefined) return jack;
  const board = /^(?:snd_rpi_|snd_)?(\w+)$/.exec(card.name)?.[1];
  if (board === undefined || !card.name.includes('_')) return card.name || card.id;
  return hat ?? boardName(board);
}

/** `hifiberry_dacplus` → `HiFiBerry dacplus`. */
function boardName(board: string): string {
  const [first = '', ...rest] = board.split('_');
  return [MAKERS.find((maker) => maker.toLowerCase() === first.toLowerCase()) ?? first, ...rest].join(' ');
}
