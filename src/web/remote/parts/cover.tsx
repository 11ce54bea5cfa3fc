/** A cover, or an icon where there is none or it cannot be shown. */
import type { IconName } from './icon.js';
import { Picture } from './picture.js';

interface CoverProps {
  /** Name below `/covers/`; empty or null without one. */
  readonly name: string | null | undefined;
  /** CSS pixels of a side; the next larger size of the daemon is fetched. */
  readonly size: number;
  readonly alt?: string;
  readonly icon?: IconName;
  readonly isRound?: boolean;
}

/** Sizes that the daemon makes, in pixels. */
const SIZES = [96, 192, 400, 640, 1200];

/** Every browser that the page is built for shows WebP. */
function coverAddress(name: string, size: number): string {
  const pixels = size * Math.min(devicePixelRatio, 2);
  return `/covers/${encodeURIComponent(name)}?size=${SIZES.find((each) => each >= pixels) ?? SIZES.at(-1)}&format=webp`;
}

export function Cover({ name, icon = 'album', ...others }: CoverProps) {
  return <Picture address={name ? coverAddress(name, others.size) : undefined} icon={icon} {...others} />;
}
