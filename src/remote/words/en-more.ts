/** What the screens beside playing say, in English: outputs, settings, playlists, radio, uploads, the first run. */
export const EN_MORE = {
  'nav.playlists': 'Playlists',
  'nav.radio': 'Radio',
  'nav.more': 'More',
} as const;
