/** The current track on every screen of a phone: a touch opens Now Playing. */
import { say } from '../../state/language.js';
import { part, progress } from '../../state/player.js';
import { next } from '../../state/skip.js';
import { IconButton } from '../page.js';
import { NowLink } from './now-link.js';
import { OutputLink } from './output-link.js';
import { PlayButton } from './transport.js';

export function MiniPlayer() {
  return (
    <section class="line mini" aria-label={say('nav.now')}>
      <NowLink size={44} />
      <OutputLink />
      <PlayButton />
      <IconButton icon="next" label={say('play.next')} disabled={part.status.value === undefined} onClick={next} />
      <MiniProgress />
    </section>
  );
}

/** A component of its own, since it changes all the time. */
function MiniProgress() {
  return <span class="progress" aria-hidden="true" style={{ transform: `scaleX(${progress.value})` }} />;
}
