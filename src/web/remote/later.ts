/**
 * What the page loads once its first screen is shown, as a script of its own: the other screens, and parts of the frame that
 * the first moment does not need. See `state/later.ts`.
 */
export { AddressCode } from './parts/address-code.js';
export { LyricsPane } from './parts/player/lyrics.js';
export { RingingBar } from './parts/ringing.js';
export { Rooms } from './parts/rooms/rooms-sheet.js';
export { DropZone } from './parts/drop-zone.js';
export { SelectionBar } from './parts/list/selection-bar.js';
export { LATER_SCREENS } from './screens/later-screens.js';
export { QueuePane } from './screens/queue.js';
