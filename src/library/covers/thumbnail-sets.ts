/** Sizes and formats in which pictures are made, and what is made and kept together. */
import { FORMATS, type PictureFormat, type WantedPicture } from './thumbnailer.js';

/** Longer sides in pixels; what is asked for is answered by the next larger one. */
export const EDGES: readonly number[] = [96, 192, 400, 640, 1200];
/** The picture as it is. */
export const ORIGINAL = 0;
/** Sizes that lists show, which a page asks for by the dozen. */
const LIST_EDGES: readonly number[] = [400, 192, 96];

/** Thumbnails that are made from one look at a picture and kept in one file. */
export interface ThumbnailSet {
  /** Part of the name in the cache. */
  readonly name: string;
  /** The largest edge first. */
  readonly wanted: readonly WantedPicture[];
}

/** What lists show, as WebP. */
export const LIST_SET: ThumbnailSet = {
  name: 'list',
  wanted: LIST_EDGES.map((edge) => ({ edge, format: 'webp' })),
};

/** Sets of one picture, by edge and format. */
const SINGLE_SETS: ReadonlyMap<number, Readonly<Record<PictureFormat, ThumbnailSet>>> = new Map(
  EDGES.map((edge) => [
    edge,
    Object.fromEntries(
      FORMATS.map((format) => [format, { name: `${edge}${format}`, wanted: [{ edge, format }] }]),
    ) as unknown as Record<PictureFormat, ThumbnailSet>,
  ]),
);

/** What is made for this size. */
export function edgeFor(size: number): number {
  return EDGES.find((each) => each >= size) ?? Math.max(...EDGES);
}

/** The set that has this picture. @param edge one of EDGES */
export function setOf(edge: number, format: PictureFormat): ThumbnailSet {
  const single = SINGLE_SETS.get(edge)?.[format];
  return single === undefined || (format === 'webp' && LIST_EDGES.includes(edge)) ? LIST_SET : single;
}

/** What is made ahead of every album cover: what lists show, then what Now Playing shows. */
export const AHEAD_SETS: readonly ThumbnailSet[] = [LIST_SET, setOf(640, 'webp')];
