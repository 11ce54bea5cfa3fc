/** The card on which the Snapcast client of the box plays: the one that the box itself played on last. Thread: main. */
import type { OutputDevice } from '../devices/output-device.js';
import type { Outputs } from '../devices/outputs.js';

export interface ClientCard {
  /** PCM name. */
  readonly pcm: string;
  /** Why no client is to play there, for people; undefined where it may. */
  readonly problem: string | undefined;
}

/** Whether the output is a sound card of the box. */
export const isCard = ({ service }: Pick<OutputDevice, 'service'>): boolean =>
  service === 'builtin' || service === 'alsa';

/** @param id of the output */
export async function clientCard(outputs: Pick<Outputs, 'list' | 'read'>, id: string): Promise<ClientCard> {
  const card = outputs.list().find((each) => each.id === id);
  const no = (problem: string): ClientCard => ({ pcm: '', problem });
  if (card === undefined || !isCard(card) || !card.isPresent) {
    return no('The sound card used last is not connected. Connect it, or play on another output.');
  }
  if (card.pcm === '') return no('This box has no sound card.');
  const { limit, max } = (await outputs.read(id)).volume;
  // A client sets its volume by itself, as the server says.
  if (limit !== undefined && limit !== max) {
    return no(`A Snapcast client would not keep to the volume limit of ${card.name}: remove the limit first.`);
  }
  return { pcm: card.pcm, problem: undefined };
}
