/** The entry of the web remote. */
import { render } from 'preact';
import { startPrompts } from './parts/prompts.js';
import { Shell } from './shell.js';
import { followBoxNotices } from './state/box-notices.js';
import { language } from './state/language.js';
import { followLibrary } from './state/lists.js';
import { offerMediaSession } from './state/media-session.js';
import { startFollowing } from './state/player.js';
import { followQueue } from './state/queue.js';
import { startRouting } from './state/route.js';
import { followRoute } from './state/selection.js';
import { startWelcome } from './state/welcome.js';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');
document.documentElement.lang = language.code;
document.documentElement.dir = language.direction;
startRouting();
startFollowing();
followBoxNotices();
followLibrary();
followQueue();
followRoute();
offerMediaSession();
startPrompts();
startWelcome();
render(<Shell />, root);
