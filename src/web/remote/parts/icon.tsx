/** Icons on a grid of 24 by 24, in the colour of the text around them. */
const LINES = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  next: 'M5 5l10 7-10 7zM17 5h2.5v14H17z',
  previous: 'M19 5 9 12l10 7zM4.5 5H7v14H4.5z',
  shuffle: 'M3 7h4l10 10h4m-3-3 3 3-3 3M3 17h4l3-3m4-4 3-3h4m-3-3 3 3-3 3',
  repeat: 'M4 11V9a3 3 0 0 1 3-3h13m-3-3 3 3-3 3M20 13v2a3 3 0 0 1-3 3H4m3 3-3-3 3-3',
  heart: 'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z',
  queue: 'M4 6h16M4 12h16M4 18h9',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  library: 'M5 4v16M9.5 4v16M14 4.5l5 15',
  lyrics: 'M4 5h16v11h-8l-4 4v-4H4zM8 9h8M8 12.5h5',
  radio: 'M4 9h16v11H4zM7 9l9-5M8 14.5h4M16 14.5h.01',
  playlists: 'M4 6h11M4 11h11M4 16h6M18 8v9a2 2 0 1 1-2-2h2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  speaker: 'M7 3h10v18H7zM12 7h.01M12 11.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  muted: 'M7 10v11h10M11 3h6v10M9.5 13.5a3 3 0 0 0 3.6 3.8M3 3l18 18',
  cast: 'M3 8V5h18v14h-6M3 12a7 7 0 0 1 7 7M3 15.5A3.5 3.5 0 0 1 6.5 19',
  rooms:
    'M3 7h8v13H3zM7 13a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 10h.01M14 4h7v13h-7M17.5 11.5a1.5 1.5 0 1 1 0 3M17.5 7.5h.01',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4',
  add: 'M12 5v14M5 12h14',
  queueAdd: 'M4 6h16M4 11h9M4 16h6M17 12v8M13 16h8',
  playlistAdd: 'M4 6h10M4 11h10M4 16h6M18 3v6m-3-3h6M18 12v5a2 2 0 1 1-2-2h2',
  playNext: 'M4 6h9M4 11h6M4 16h4M13 11l7 4.5-7 4.5z',
  album: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  artist: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  genre: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  folder: 'M3 6h6l2 2h10v11H3z',
  track: 'M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  alarm: 'M12 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9.5V13l2.5 1.5M4 6.5 7 4M20 6.5 17 4',
  trend: 'M4 17l5-6 4 3 7-8m-5 0h5v5',
  moon: 'M19 14a8 8 0 1 1-9-10 6.5 6.5 0 0 0 9 10z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  target: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v3M12 18v3M3 12h3M18 12h3',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M15 5l-7 7 7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  forward: 'M9 5l7 7-7 7',
  check: 'M4.5 12.5l5 5 10-11',
  bluetooth: 'M7 7l10 10-5 4V3l5 4L7 17',
  box: 'M4 7h16v10H4zM8 12h.01M12 12h4',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8h.01',
  edit: 'M5 19l1-4L16 5l3 3L9 18z',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  upload: 'M12 16V5m-4 4 4-4 4 4M5 20h14',
  sort: 'M7 4v16m-3-3 3 3 3-3M17 20V4m-3 3 3-3 3 3',
  smart: 'M12 4l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM18 16v4M16 18h4',
  power: 'M12 4v8M7.5 7a7 7 0 1 0 9 0',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  drag: 'M5 9h14M5 15h14',
  quieter: 'M6 9.5v5h4l5 4v-13l-5 4z',
  wifi: 'M12 18.5h.01M8.9 15a4.6 4.6 0 0 1 6.2 0M6 11.7a9 9 0 0 1 12 0M3 8.4a13.4 13.4 0 0 1 18 0',
  cable: 'M4 5h16v14h-4v-3H8v3H4zM8.5 5v4M12 5v4M15.5 5v4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  stick: 'M8 9h8v12H8zM10 9V3h4v6M12 13v3',
  louder: 'M3 9.5v5h4l5 4v-13l-5 4zM15.5 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8.5 8.5 0 0 1 0 11',
} as const;

export type IconName = keyof typeof LINES;

const FILLED: readonly IconName[] = ['play', 'pause', 'next', 'previous'];

/** Hidden from screen readers: the element around it has the name. */
export function Icon({ name, filled = FILLED.includes(name) }: { name: IconName; filled?: boolean | undefined }) {
  return (
    <svg
      class={`icon${filled ? ' filled' : ''}${name === 'more' ? ' dots' : ''}${name === 'back' ? ' turns' : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={LINES[name]} />
    </svg>
  );
}
