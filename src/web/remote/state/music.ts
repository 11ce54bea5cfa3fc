/** Plays music that the box itself puts into its queue: no list of tracks travels. */
import { bodyOf, box, done, type Schemas } from './box.js';
import { wayBack } from './commands.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { parts } from './player.js';
import { go } from './route.js';

export type Music = Pick<Schemas['PlayMusic'], 'of' | 'id'>;

/** A notice gives back what played before; or says that not all of it fits into the queue. Never rejects. */
export async function playMusic(of: Music, shuffle = false): Promise<Schemas['PlayedMusic'] | undefined> {
  const undo = (parts.peek()?.queue.amount ?? 0) > 0 ? wayBack() : undefined;
  let played: Schemas['PlayedMusic'] | undefined;
  await done(async () => (played = await bodyOf(box.POST('/library/play', { body: { ...of, shuffle } }))));
  if (played === undefined) return undefined;
  const { amount, total } = played;
  if (amount < total) notify(say(shuffle ? 'play.mixedSome' : 'play.playsSome', { count: amount, total }), undo);
  else if (undo !== undefined) notify(say('queue.replaced'), undo);
  return played;
}

/** Plays an album that the box draws, and shows it. */
export async function playRandomAlbum(): Promise<void> {
  const played = await playMusic({ of: 'random_album' });
  if (played?.id != null) go('library', 'albums', played.id);
}
