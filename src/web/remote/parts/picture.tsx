/**
 * A picture of the daemon in its frame: loaded when it comes near what is seen, given up when it goes away. What was
 * loaded lately is shown at once: the browser still has it.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { PictureSlots } from '../state/picture-slots.js';
import { Icon, type IconName } from './icon.js';

/** A picture is loaded when it is this near to what is seen. */
const NEAR = '300px';
/** A browser has six connections to the daemon: one is taken by its events, two are left to what is touched. */
const slots = new PictureSlots(3);

/** Addresses that were loaded, and when; the longest unused first. */
const loaded = new Map<string, number>();
const KEPT = 500;
/** Milliseconds: less than the daemon allows a browser to keep a picture without asking. */
const FRESH = 3_000_000;

interface PictureProps {
  /** Undefined where there is none. */
  readonly address: string | undefined;
  readonly icon: IconName;
  /** CSS pixels of a side. */
  readonly size: number;
  readonly alt?: string;
  readonly isRound?: boolean;
}

export function Picture(props: PictureProps) {
  // Another address begins anew.
  return <Framed key={props.address} {...props} />;
}

function Framed({ address, icon, size, alt = '', isRound = false }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'wanted' | 'shown' | 'broken'>(() => (isKnown(address) ? 'shown' : 'wanted'));
  const isKnownAtFirst = useRef(state === 'shown').current;

  useEffect(() => {
    const element = image.current;
    if (address === undefined || element === null || isKnownAtFirst) return undefined;
    return loadWhenNear(element, address, (isLoaded) => setState(isLoaded ? 'shown' : 'broken'));
  }, []);

  return (
    <span class={isRound ? 'cover round' : 'cover'} style={{ '--cover': `${size}px` }}>
      {(address === undefined || state === 'broken') && <Icon name={icon} />}
      {address !== undefined && state !== 'broken' && (
        <img
          ref={image}
          src={isKnownAtFirst ? address : undefined}
          class={state === 'shown' ? undefined : 'awaited'}
          alt={alt}
          width={size}
          height={size}
          decoding={isKnownAtFirst ? 'sync' : 'async'}
          onError={isKnownAtFirst ? () => setState('broken') : undefined}
        />
      )}
    </span>
  );
}

/** @returns gives it up */
function loadWhenNear(element: HTMLImageElement, address: string, settle: (isLoaded: boolean) => void): () => void {
  let end: (() => void) | undefined;
  /** Without its address an image that loads is given up by the browser. */
  const giveUp = (): void => {
    end?.();
    end = undefined;
    element.onload = element.onerror = null;
    element.removeAttribute('src');
  };
  const finish = (isLoaded: boolean) => (): void => {
    end?.();
    stop = (): void => undefined;
    nearness.unobserve(element);
    nearby.delete(element);
    if (isLoaded) note(address);
    settle(isLoaded);
  };
  const begin = (): void => {
    element.onload = finish(true);
    element.onerror = finish(false);
    element.src = address;
  };
  let stop = (): void => {
    nearness.unobserve(element);
    nearby.delete(element);
    giveUp();
  };
  nearby.set(element, (isNear) => {
    if (isNear) end ??= slots.ask({ begin, distance: () => distanceOf(element) });
    else giveUp();
  });
  nearness.observe(element);
  return () => stop();
}

/** Told by the observer for each image that comes near or goes away. */
const nearby = new Map<Element, (isNear: boolean) => void>();
const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) nearby.get(target)?.(isIntersecting);
  },
  { rootMargin: NEAR },
);

function distanceOf(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, -bottom, top - innerHeight);
}

function isKnown(address: string | undefined): boolean {
  const at = address === undefined ? undefined : loaded.get(address);
  return at !== undefined && performance.now() - at < FRESH;
}

function note(address: string): void {
  loaded.delete(address);
  loaded.set(address, performance.now());
  const [oldest] = loaded.keys();
  if (loaded.size > KEPT && oldest !== undefined) loaded.delete(oldest);
}
