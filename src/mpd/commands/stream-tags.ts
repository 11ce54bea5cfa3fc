/** Tags that clients give streams in the queue: kept for good where the library keeps them of a stream, else left out. */
import type { Context } from '../context.js';
import type { TagName } from '../tag-names.js';

const KEPT: Readonly<Partial<Record<TagName, 'title' | 'artist' | 'album'>>> = {
  Title: 'title',
  Artist: 'artist',
  Album: 'album',
};

/**
 * Resolves when the tag is durable. Clients such as upmpdcli and myMPD set many tags one after the other, and stop at the
 * first refusal: a tag that is not kept is accepted, without effect.
 * @param tag undefined for all of them @throws Unavailable NOT_SAVED
 */
export async function remember(
  url: string,
  tag: TagName | undefined,
  value: string,
  { library, queue }: Pick<Context, 'library' | 'queue'>,
): Promise<void> {
  const field = tag === undefined ? undefined : KEPT[tag];
  if (tag !== undefined && field === undefined) return;
  const [stored] = await library.streamsAt([url]);
  const { title, artist, album, length } = stored ?? { title: '', artist: '', album: '', length: 0 };
  const before = { url, title, artist, album, length };
  await library.saveStream(
    field === undefined ? { ...before, title: '', artist: '', album: '' } : { ...before, [field]: value },
  );
  // Another song in the queue may be the same stream.
  queue.modified(({ location }) => location === url);
}
