/** Streams that playlists name before anything is known of them. Thread: main. */
import { streamTitle, isStream } from '../tags/track-tag.js';
import type { Library } from './library.js';

/**
 * Remembers the streams among these locations that the library does not have yet, each by its address: then they have an
 * id, as tracks do. Resolves when that is durable.
 * @throws Unavailable NOT_SAVED
 */
export async function rememberStreams(
  locations: readonly string[],
  library: Pick<Library, 'streamsAt' | 'saveStreams'>,
): Promise<void> {
  const urls = [...new Set(locations.filter(isStream))];
  const known = new Set((await library.streamsAt(urls)).map(({ url }) => url));
  const unknown = urls.filter((url) => !known.has(url));
  await library.saveStreams(unknown.map((url) => ({ url, title: streamTitle(url), artist: '', album: '', length: 0 })));
}
