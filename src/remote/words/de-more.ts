/** What the screens beside playing say, in German. */
import type { EN_MORE } from './en-more.js';

export const DE_MORE: Readonly<Record<keyof typeof EN_MORE, string>> = {
  'nav.playlists': 'Playlists',
  'nav.radio': 'Radio',
  'nav.more': 'Mehr',
};
