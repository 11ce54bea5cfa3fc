/** Cover, title and artist of the current track: a touch opens Now Playing, a swipe skips. */
import { bylineOf, say } from '../../state/language.js';
import { shownTrack } from '../../state/player.js';
import { addressOf } from '../../state/route-path.js';
import { go } from '../../state/route.js';
import { next, previous } from '../../state/skip.js';
import { Lines } from '../list/row.js';
import { useSwipe } from '../list/swipe.js';
import { TrackPicture } from '../logo.js';

/** @param size of the cover, in CSS pixels */
export function NowLink({ size }: { readonly size: number }) {
  const track = shownTrack.value;
  const swipe = useSwipe({ left: next, right: previous, up: () => go('now') });
  return (
    <a class="line now-link" href={addressOf('now')} draggable={false} {...swipe}>
      <span class="unseen">{say('play.open')}: </span>
      <TrackPicture of={track} size={size} />
      <Lines title={track?.title ?? say('play.nothing')} text={track ? bylineOf(track) : ''} />
    </a>
  );
}
