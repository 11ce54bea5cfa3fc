/**
 * When and how two tracks fade into one another. The rules are Rockbox's: at the end of a track its fade lasts as long
 * as delay and duration together; the next one begins `fadeInDelay` later, and counts as the current track from where it
 * begins; its fade-in goes on when the other is over. A skip has no fade-in delay and always fades out. Fades are linear.
 */
import type { CrossfadeSettings } from './sound-settings.js';

/** In frames from the beginning of the fade. */
export interface FadePlan {
  readonly outBegins: number;
  readonly outEnds: number;
  /** False: the old track keeps its level. */
  readonly fadesOut: boolean;
  readonly inBegins: number;
  readonly inEnds: number;
}

export type TrackChange = 'trackEnd' | 'skip';

/** Shorter fades are left out: the tracks join without a gap instead. */
const SHORTEST_SECONDS = 0.5;

export function fadesAt(settings: CrossfadeSettings, change: TrackChange, isShuffling: boolean): boolean {
  switch (settings.when) {
    case 'never':
      return false;
    case 'trackEnd':
    case 'skip':
      return settings.when === change;
    case 'shuffling':
      return isShuffling;
    case 'shufflingOrSkip':
      return isShuffling || change === 'skip';
    case 'always':
      return true;
  }
}

/** How long before its end a track begins to fade, in seconds. */
export function fadeSeconds({ fadeOutDelay, fadeOutDuration }: CrossfadeSettings): number {
  return fadeOutDelay + fadeOutDuration;
}

/** `left`: seconds of the old track that there are. Undefined when they are too few. */
export function planFade(
  settings: CrossfadeSettings,
  change: TrackChange,
  left: number,
  rate: number,
): FadePlan | undefined {
  const isSkip = change === 'skip';
  const inDelay = isSkip ? 0 : settings.fadeInDelay;
  const outDelay = isSkip ? Math.max(settings.fadeOutDelay - settings.fadeInDelay, 0) : settings.fadeOutDelay;
  const length = Math.min(outDelay + settings.fadeOutDuration, left);
  if (length < SHORTEST_SECONDS) return undefined;
  const duration = Math.min(settings.fadeOutDuration, length);
  const inBegins = Math.min(inDelay, length);
  const frames = (seconds: number): number => Math.round(seconds * rate);
  return {
    outBegins: frames(length - duration),
    outEnds: frames(length),
    fadesOut: isSkip || settings.fadeOut === 'fade',
    inBegins: frames(inBegins),
    inEnds: frames(inBegins + settings.fadeInDuration),
  };
}

/** The old track's gain at a frame of the fade, and the new one's. */
export function gainOut({ outBegins, outEnds, fadesOut }: FadePlan, at: number): number {
  return fadesOut ? 1 - ramp(at, outBegins, outEnds) : 1;
}

export function gainIn({ inBegins, inEnds }: FadePlan, at: number): number {
  return ramp(at, inBegins, inEnds);
}

function ramp(at: number, from: number, to: number): number {
  if (at >= to) return 1;
  return at <= from ? 0 : (at - from) / (to - from);
}

/** Frames from `at` to the next bend of either gain. */
export function untilBend(plan: FadePlan, at: number): number {
  const bends = [0, plan.outBegins, plan.outEnds, plan.inBegins, plan.inEnds].filter((bend) => bend > at);
  return bends.length === 0 ? Infinity : Math.min(...bends) - at;
}
