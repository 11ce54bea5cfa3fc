/** Puts the tracks of a playlist into the queue and starts it at the first of them. */
import { Unprocessable } from '../errors.js';
import { FROM_START } from '../playback/state.js';
import type { HttpDeps } from './deps.js';

/** An entry that may be played: its stick is there, or it is a stream from where streams may come. */
interface Playable {
  readonly location: string;
  readonly available: boolean;
}

/**
 * What is away goes into the queue too, and is passed over as long as it is.
 * @throws Unprocessable NOTHING_TO_PLAY when nothing of it is there; the queue stays as it is
 */
export async function playTracks(
  ids: readonly string[],
  { library, player, streams }: Pick<HttpDeps, 'library' | 'player' | 'streams'>,
): Promise<void> {
  const playable: Playable[] = [];
  for (const named of await library.named(ids)) {
    if (named === undefined) continue;
    if (named.stream === undefined) playable.push(named);
    else if (typeof streams.examine(named.stream.url) === 'string') {
      playable.push({ location: named.stream.url, available: true });
    }
  }
  if (!playable.some(({ available }) => available)) {
    throw new Unprocessable('NOTHING_TO_PLAY', 'No track of this playlist is there now.');
  }
  await player.replaceQueue(playable.map(({ location }) => location));
  await player.startAt(0, FROM_START);
}
