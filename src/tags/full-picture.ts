/** Pictures in every other format, by music-metadata. Thread: the tag worker's. */
import { parseAt } from './parse-at.js';
import { PICTURE_LIMIT } from './picture-header.js';

const FRONT_COVER = 'Cover (front)';

/** The front cover, else the first picture; undefined without one, or when it is too large. Rejects for what is no audio. */
export async function readPicture(path: string): Promise<Uint8Array | undefined> {
  const { picture = [] } = (await parseAt(path)).common;
  const chosen = picture.find(({ type }) => type === FRONT_COVER) ?? picture[0];
  return chosen === undefined || chosen.data.length > PICTURE_LIMIT ? undefined : chosen.data;
}
