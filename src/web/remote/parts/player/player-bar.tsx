/** The player below a sidebar: all controls on every screen, in three columns. */
import { say } from '../../state/language.js';
import { hasPane, isRoomy, togglePane } from '../../state/browser/layout.js';
import { addressOf } from '../../state/route-path.js';
import { path } from '../../state/route.js';
import { LikeButton } from '../like-button.js';
import { IconButton, IconLink } from '../page.js';
import { NowLink } from './now-link.js';
import { OutputLink } from './output-link.js';
import { SeekBar } from './seek-bar.js';
import { Transport } from './transport.js';
import { VolumeBar } from './volume-bar.js';

export function PlayerBar() {
  return (
    <section class="player-bar" aria-label={say('nav.now')}>
      <div class="line">
        <NowLink size={56} />
        <LikeButton />
      </div>
      <div>
        <Transport />
        <SeekBar />
      </div>
      <div class="line">
        <QueueButton />
        <OutputLink />
        <VolumeBar />
      </div>
    </section>
  );
}

/** Shows and hides the queue beside the screen, where there is room for that; otherwise a link to the queue. */
function QueueButton() {
  const label = say('nav.queue');
  const isQueue = path.value[0] === 'queue';
  if (!isRoomy.value || isQueue) return <IconLink icon="queue" label={label} href={addressOf('queue')} />;
  return <IconButton icon="queue" label={label} pressed={hasPane.value} onClick={togglePane} />;
}
