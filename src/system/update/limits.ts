/** Bounds of an update, wherever it comes from. */

/** Bytes of the largest bundle: both partitions of a slot, uncompressed. */
export const LARGEST_UPDATE = 896 * 2 ** 20;
