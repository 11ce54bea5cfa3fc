/** Lyrics of the current track, in the place of the cover. The line that is sung is marked, and stays in sight. */
import { effect, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { STOPPED } from '../../model.js';
import { bodyOf, quietBox, Refused, type Schemas } from '../../state/box.js';
import { seek } from '../../state/commands.js';
import { say } from '../../state/language.js';
import { lineAt, type LyricLine, untilNextLine } from '../../state/lyrics.js';
import { connected, elapsed, elapsedNow, isPlaying, part, shownTrack } from '../../state/player.js';
import { useResource } from '../../state/resource.js';
import { addressOf } from '../../state/route-path.js';
import { settings } from '../../state/settings.js';
import { Icon } from '../icon.js';
import { Empty, Failed, Loading } from '../states.js';

/** Milliseconds for which the list stays where somebody has scrolled to. */
const HELD = 4000;
/** Milliseconds by which a line is marked before it is sung: the eye is slower than the ear. */
const AHEAD = 150;
const SOON = 20;
/** Where the line that is sung is, from the top: more is to be read below it. */
const HEIGHT = 0.38;

/** @param id of a track of the library */
export function LyricsPane({ id }: { readonly id: string }) {
  const isOnline = settings.value?.lyrics_online === true;
  const found = useResource(`lyrics/${id}/${settings.value?.lyrics_url}/${isOnline}`, () =>
    bodyOf(quietBox.GET('/tracks/{id}/lyrics', { params: { path: { id } } })),
  );
  const { value, error, again } = found;
  if (error instanceof Refused && (error.code === 'NO_LYRICS' || error.code === 'UNKNOWN_ID')) return <NoLyrics />;
  if (error !== undefined) {
    return (
      <div class="lyrics-state">
        <Failed error={error} again={again} />
      </div>
    );
  }
  if (value === undefined) {
    return (
      <div class="lyrics-state">
        <Loading text={say('lyrics.loading')} />
      </div>
    );
  }
  if (value.instrumental) {
    return (
      <div class="lyrics-state">
        <Empty icon="track" text={say('lyrics.instrumental')} />
      </div>
    );
  }
  return value.synced ? <SyncedLyrics of={value} /> : <PlainLyrics of={value} />;
}

function NoLyrics() {
  const isOnline = settings.value?.lyrics_online === true;
  return (
    <div class="lyrics-state">
      <Empty icon="lyrics" text={say('lyrics.none')} hint={say(isOnline ? 'lyrics.noneHint' : 'lyrics.offHint')}>
        {!isOnline && (
          <a class="text-button" href={addressOf('settings', 'library')}>
            {say('lyrics.toSettings')}
          </a>
        )}
      </Empty>
    </div>
  );
}

type Lyrics = Schemas['Lyrics'];

function Origin({ of: { source } }: { readonly of: Lyrics }) {
  return source === 'lrclib' ? <p class="lyrics-from">{say('lyrics.from')}</p> : null;
}

function PlainLyrics({ of: lyrics }: { readonly of: Lyrics }) {
  return (
    <div class="lyrics plain" tabIndex={0} role="region" aria-label={say('lyrics.title')}>
      {lyrics.lines.map(({ text }, at) => (
        <p key={at} dir="auto">
          {text || '\u00a0'}
        </p>
      ))}
      <Origin of={lyrics} />
    </div>
  );
}

function SyncedLyrics({ of: lyrics }: { readonly of: Lyrics }) {
  const list = useRef<HTMLDivElement>(null);
  /** Index of the line that is sung. */
  const current = useSignal(-1);
  const { lines } = lyrics;
  const isSeekable = (shownTrack.value?.length ?? 0) > 0 && (part.status.value?.status ?? STOPPED) !== STOPPED;

  useLayoutEffect(() => followSong(lines, (at) => (current.value = at)), [lines]);
  useLayoutEffect(() => (list.current === null ? undefined : keepInSight(list.current, current)), [lines]);

  return (
    <div ref={list} class="lyrics synced" tabIndex={0} role="region" aria-label={say('lyrics.title')}>
      <ol>
        {lines.map((line, at) => (
          <Line key={at} of={line} isCurrent={current.value === at} isSeekable={isSeekable} />
        ))}
      </ol>
      <Origin of={lyrics} />
    </div>
  );
}

interface LineProps {
  readonly of: LyricLine;
  readonly isCurrent: boolean;
  readonly isSeekable: boolean;
}

function Line({ of: { at_ms: at, text }, isCurrent, isSeekable }: LineProps) {
  const marks = { 'aria-current': isCurrent ? ('true' as const) : undefined, dir: 'auto' as const };
  if (text === '') {
    return (
      <li aria-hidden="true">
        <span {...marks} class="pause">
          <Icon name="track" />
        </span>
      </li>
    );
  }
  return (
    <li>
      {isSeekable ? (
        <button type="button" {...marks} onClick={() => seek(at ?? 0)}>
          {text}
        </button>
      ) : (
        <span {...marks}>{text}</span>
      )}
    </li>
  );
}

/** Emits the index of the line that is sung, when it changes. A hidden page has no timer. @returns ends it */
function followSong(lines: readonly LyricLine[], show: (index: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const now = elapsedNow() + AHEAD;
    show(lineAt(lines, now));
    const pause = isPlaying.peek() && connected.peek() && !document.hidden ? untilNextLine(lines, now) : undefined;
    if (pause !== undefined) timer = setTimeout(look, Math.max(pause, SOON));
  };
  // Each second, after a seek and a pause, and when the page is seen again.
  const stops = [elapsed, isPlaying, connected].map((each) => each.subscribe(look));
  document.addEventListener('visibilitychange', look);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Scrolls to each line that is sung, unless somebody has just scrolled or goes through the lines by keys. @returns ends it */
function keepInSight(list: HTMLElement, current: { readonly value: number }): () => void {
  let heldUntil = 0;
  let isFirst = true;
  const hold = (): void => {
    heldUntil = performance.now() + HELD;
  };
  for (const type of ['wheel', 'touchmove', 'pointerdown'] as const)
    list.addEventListener(type, hold, { passive: true });
  const release = (): void => {
    heldUntil = 0;
  };
  // A line that is tapped is where somebody wants to be.
  list.addEventListener('click', release);
  const stop = effect(() => {
    const line = list.querySelectorAll('li')[Math.max(current.value, 0)];
    if (line === undefined || performance.now() < heldUntil || list.querySelector('li :focus-visible') !== null) return;
    const top = line.offsetTop - list.clientHeight * HEIGHT + line.offsetHeight / 2;
    const isCalm = isFirst || matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
    isFirst = false;
  });
  return () => {
    stop();
    for (const type of ['wheel', 'touchmove', 'pointerdown'] as const) list.removeEventListener(type, hold);
    list.removeEventListener('click', release);
  };
}
