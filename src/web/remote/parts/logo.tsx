/** The logo of a station, through the daemon, which fetches and bounds it: nothing comes from outside. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ConcurrencyLimit } from '../state/concurrency-limit.js';
import { Icon } from './icon.js';

/** CSS pixels. */
const SIZE = 48;
/** A logo is loaded when it is this near to what is seen. */
const NEAR = '300px';

/** A browser has six connections to the daemon, and one is taken by its events. */
const downloads = new ConcurrencyLimit(2);

export function Logo({ address }: { readonly address: string | null }) {
  // Another address begins anew.
  return <Picture key={address} address={address} />;
}

function Picture({ address }: { readonly address: string | null }) {
  const element = useRef<HTMLSpanElement>(null);
  const end = useRef<() => void>(undefined);
  const [state, setState] = useState<'waiting' | 'loading' | 'shown' | 'broken'>('waiting');
  const settle = (now: typeof state) => (): void => {
    end.current?.();
    setState(now);
  };

  useEffect(() => {
    if (!address || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        end.current = downloads.ask(() => setState('loading'));
      },
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      end.current?.();
    };
  }, []);

  return (
    <span ref={element} class="cover" style={{ '--cover': `${SIZE}px` }}>
      {state !== 'shown' && <Icon name="radio" />}
      {address !== null && (state === 'loading' || state === 'shown') && (
        <img
          src={`${address}${address.includes('?') ? '&' : '?'}size=96`}
          alt=""
          width={SIZE}
          height={SIZE}
          style={{ display: state === 'shown' ? '' : 'none' }}
          onLoad={settle('shown')}
          onError={settle('broken')}
        />
      )}
    </span>
  );
}
