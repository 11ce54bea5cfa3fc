/** Sizes and formats of thumbnails, and the sets in which they are made and cached together. */
import { FORMATS, type PictureFormat, type WantedPicture } from './thumbnailer.js';

/** Longer sides in pixels; a requested size is rounded up to one of them. */
export const EDGES: readonly number[] = [96, 192, 400, 640, 1200];
/** Requested size that stands for the unchanged original. */
export const ORIGINAL = 0;
/** Sizes of lists, of which the web remote requests dozens at a time. */
const LIST_EDGES: readonly number[] = [400, 192, 96];

/** Thumbnails that are made in one pass over a picture and cached in one file. */
export interface ThumbnailSet {
  /** Second half of the file name in the cache. */
  readonly name: string;
  /** Largest edge first. */
  readonly wanted: readonly WantedPicture[];
}

/** The sizes of lists, as WebP. */
export const LIST_SET: ThumbnailSet = {
  name: 'list',
  wanted: LIST_EDGES.map((edge) => ({ edge, format: 'webp' })),
};

/** Sets of a single thumbnail, by edge and format. */
const SINGLE_SETS: ReadonlyMap<number, Readonly<Record<PictureFormat, ThumbnailSet>>> = new Map(
  EDGES.map((edge) => [
    edge,
    Object.fromEntries(
      FORMATS.map((format) => [format, { name: `${edge}${format}`, wanted: [{ edge, format }] }]),
    ) as unknown as Record<PictureFormat, ThumbnailSet>,
  ]),
);

/** Rounds a requested size up to one of EDGES, or down to the largest. */
export function edgeFor(size: number): number {
  return EDGES.find((each) => each >= size) ?? Math.max(...EDGES);
}

/** Finds the set that contains a thumbnail. @param edge one of EDGES */
export function setOf(edge: number, format: PictureFormat): ThumbnailSet {
  const single = SINGLE_SETS.get(edge)?.[format];
  return single === undefined || (format === 'webp' && LIST_EDGES.includes(edge)) ? LIST_SET : single;
}

/** Sets that are made ahead for every album cover: the sizes of lists, then the size of Now Playing. */
export const AHEAD_SETS: readonly ThumbnailSet[] = [LIST_SET, setOf(640, 'webp')];
