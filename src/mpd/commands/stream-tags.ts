/** Tags that clients give streams in the queue: kept as what clients say of streams is kept. */
import { notSupported } from '../ack.js';
import type { Context } from '../context.js';
import type { TagName } from '../tag-names.js';

const KEPT = { Title: 'title', Artist: 'artist', Album: 'album' } as const;

/** @param tag undefined for all of them @throws Ack for a tag that is not kept */
export async function remember(
  url: string,
  tag: TagName | undefined,
  value: string,
  { library }: Pick<Context, 'library'>,
): Promise<void> {
  const [stored] = await library.streamsAt([url]);
  const before = stored ?? { title: '', artist: '', album: '', length: 0 };
  const { title, artist, album, length } = before;
  const facts = { url, title, artist, album, length };
  if (tag === undefined) return library.saveStream({ ...facts, title: '', artist: '', album: '' });
  const field = Object.hasOwn(KEPT, tag) ? KEPT[tag as keyof typeof KEPT] : undefined;
  if (field === undefined) throw notSupported('Of a stream, title, artist and album are kept');
  await library.saveStream({ ...facts, [field]: value });
}
