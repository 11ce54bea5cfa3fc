/** The logo of a station, through the box, which fetches and bounds it: nothing comes from outside. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ConcurrencyLimit } from '../state/concurrency-limit.js';
import { Icon } from './icon.js';

/** CSS pixels. */
const SIZE = 48;
/** Loaded before they are seen, by so many pixels. */
const NEAR = '300px';

/** A browser has six connections to the box, and one is taken by its events. */
const downloads = new ConcurrencyLimit(2);

interface LogoProps {
  readonly address: string | null | undefined;
}

export function Logo({ address }: LogoProps) {
  const element = useRef<HTMLSpanElement>(null);
  const end = useRef<() => void>(undefined);
  /** The one whose turn has come. */
  const [loading, setLoading] = useState<string>();
  const [shown, setShown] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const isAskedFor = address != null && address !== '' && loading === address && broken !== address;
  const isShown = isAskedFor && shown === address;

  useEffect(() => {
    const { current } = element;
    if (!address || current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        end.current = downloads.ask(() => {
          setLoading(address);
        });
      },
      { rootMargin: NEAR },
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      end.current?.();
    };
  }, [address]);

  return (
    <span ref={element} class="cover" style={{ '--cover': `${SIZE}px` }}>
      {!isShown && <Icon name="radio" />}
      {isAskedFor && (
        <img
          src={`${address}${address.includes('?') ? '&' : '?'}size=96`}
          alt=""
          width={SIZE}
          height={SIZE}
          style={{ display: isShown ? '' : 'none' }}
          onLoad={() => {
            end.current?.();
            setShown(address);
          }}
          onError={() => {
            end.current?.();
            setBroken(address);
          }}
        />
      )}
    </span>
  );
}
