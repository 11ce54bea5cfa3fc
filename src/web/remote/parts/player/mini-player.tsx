/** The current track on every screen: a touch opens Now Playing. */
import { bylineOf, say } from '../../state/language.js';
import { togglePlay } from '../../state/commands.js';
import { addressOf } from '../../state/route-path.js';
import { elapsed, isPlaying, parts, shownTrack } from '../../state/player.js';
import { go } from '../../state/route.js';
import { next, previous } from '../../state/skip.js';
import { Cover } from '../cover.js';
import { OutputLink } from './output-link.js';
import { IconButton } from '../page.js';
import { Lines } from '../list/row.js';
import { useSwipe } from '../list/swipe.js';

export function MiniPlayer() {
  const track = shownTrack.value;
  const swipe = useSwipe({ left: next, right: previous, up: () => go('now') });
  return (
    <section class="line mini" aria-label={say('nav.now')}>
      <a class="line" href={addressOf('now')} draggable={false} {...swipe}>
        <span class="unseen">{say('play.open')}: </span>
        <Cover key={track?.album_art} name={track?.album_art} size={44} />
        <Lines title={track?.title ?? say('play.nothing')} text={track ? bylineOf(track) : ''} />
      </a>
      <OutputLink />
      <PlayButton />
      <IconButton icon="next" label={say('play.next')} disabled={parts.value === undefined} onClick={next} />
      <MiniProgress length={track?.length ?? 0} />
    </section>
  );
}

/** Plays, or pauses what plays. */
export function PlayButton({ class: name = '' }: { readonly class?: string }) {
  const word = isPlaying.value ? 'pause' : 'play';
  const isOff = parts.value === undefined;
  return <IconButton icon={word} label={say(`play.${word}`)} class={name} disabled={isOff} onClick={togglePlay} />;
}

/** A component of its own, since it changes twice a second. */
function MiniProgress({ length }: { readonly length: number }) {
  const part = length > 0 ? Math.min(1, elapsed.value / length) : 0;
  return <span class="progress" aria-hidden="true" style={{ transform: `scaleX(${part})` }} />;
}
