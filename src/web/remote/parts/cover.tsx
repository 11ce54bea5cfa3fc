/** A cover, or an icon where there is none or it cannot be shown. */
import { useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

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

export function coverAddress(name: string, size: number): string {
  const pixels = size * Math.min(devicePixelRatio, 2);
  return `/covers/${encodeURIComponent(name)}?size=${SIZES.find((each) => each >= pixels) ?? SIZES.at(-1)}&format=webp`;
}

export function Cover({ name, size, alt = '', icon = 'album', isRound = false }: CoverProps) {
  const [broken, setBroken] = useState<string>();
  const address = name ? coverAddress(name, size) : '';
  const isShown = address !== '' && broken !== address;
  return (
    <span class={isRound ? 'cover round' : 'cover'} style={{ '--cover': `${size}px` }}>
      {!isShown && <Icon name={icon} />}
      {isShown && (
        <img
          src={address}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(address)}
        />
      )}
    </span>
  );
}
