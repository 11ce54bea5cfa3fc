/** Fills the queue with the music of a folder: what `--demo` plays. */
import type { Player } from './player.js';

/** Files that are taken beyond the length of the queue that is there. */
const MORE = 1000;

/**
 * Replaces the queue by the files of the folder, unless all of it comes from there already.
 * @param findFiles absolute paths of at most so many playable files below a folder
 * @throws StateNotSaved when the queue is not durable
 */
export async function queueFolder(
  player: Pick<Player, 'queue' | 'replaceQueue'>,
  folder: string,
  findFiles: (folder: string, limit: number) => Promise<readonly string[]>,
): Promise<void> {
  const { entries } = player.queue();
  if (entries.length > 0 && entries.every(({ location }) => location.startsWith(`${folder}/`))) return;
  await player.replaceQueue(await findFiles(folder, entries.length + MORE));
}
