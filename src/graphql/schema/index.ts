/** The whole schema. */
import type { SchemaPart } from '../request.js';
import { BOX } from './box.js';
import { LIBRARY } from './library.js';
import { PLAYBACK } from './playback.js';
import { PLAYLISTS } from './playlists.js';
import { QUEUE } from './queue.js';
import { SETTINGS } from './settings.js';
import { UNSUPPORTED } from './unsupported.js';

export const PARTS: readonly SchemaPart[] = [LIBRARY, PLAYBACK, QUEUE, PLAYLISTS, SETTINGS, BOX, UNSUPPORTED];
