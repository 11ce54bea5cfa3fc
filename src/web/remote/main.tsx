/** The entry of the web remote. */
import { render } from 'preact';
import { startPrompts } from './parts/prompts.js';
import { startShortcuts } from './parts/shortcuts.js';
import { needsLater } from './screens/screens.js';
import { Shell } from './shell.js';
import { followBoxNotices } from './state/box-notices.js';
import { untilEarly } from './state/browser/early.js';
import { keepFocus } from './state/browser/focus.js';
import { startLanguage } from './state/language.js';
import { loadLater, loadLaterSoon, offerLater } from './state/later.js';
import { followLayout } from './state/browser/layout.js';
import { followLikes } from './state/likes.js';
import { followLibrary } from './state/lists.js';
import { offerMediaSession } from './state/browser/media-session.js';
import { followKeys } from './state/notices.js';
import { startFollowing, untilReported } from './state/player.js';
import { followQueue } from './state/queue.js';
import { path, startRouting } from './state/route.js';
import { followRoute } from './state/selection.js';
import { followOffer } from './state/update-offer.js';
import { startWelcome } from './state/welcome.js';

/** Milliseconds for the first answers of the box; then the page is shown without them. */
const PATIENCE = 150;
/** Milliseconds for the second script, where the address is that of one of its screens. */
const LATER_PATIENCE = 1500;

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');
// Without a listener Safari on iOS shows no `:active`.
document.addEventListener('touchstart', () => undefined, { passive: true });
void startLanguage().then(async () => {
  offerLater(() => import('./later.js'));
  startRouting();
  followLayout();
  startFollowing();
  const opening = needsLater(path.peek()) ? withinSeconds(loadLater()) : undefined;
  // What comes meanwhile is shown at once, and laid out once.
  await Promise.all([untilReported(() => true, PATIENCE), untilEarly('/home', PATIENCE), opening]);
  followBoxNotices();
  followKeys();
  followLibrary();
  followLikes();
  followQueue();
  followRoute();
  followOffer();
  offerMediaSession();
  startPrompts();
  startShortcuts();
  startWelcome();
  root.replaceChildren();
  render(<Shell />, root);
  keepFocus(root);
  loadLaterSoon();
});

/** Resolves when the script of another screen has come, or after so long that the page should say that it is loading. */
function withinSeconds(coming: Promise<void>): Promise<void> {
  return Promise.race([coming, new Promise<void>((resolve) => setTimeout(resolve, LATER_PATIENCE))]);
}
