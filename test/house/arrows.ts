/** Who may import whom, as `src/README.md` draws it, and the search for what breaks it. */

/** File → the files that it imports; both as paths from the top of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Rooms and the rooms that they may see. A room always sees itself. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  http: [
    ...['alarms', 'playback', 'volume', 'library', 'tags', 'listens', 'lyrics', 'playlists', 'radio', 'backup', 'net'],
    ...['devices', 'bluetooth', 'network', 'discovery', 'settings', 'snapcast', 'system', 'uploads', 'webdav', 'mqtt'],
    ...['files', 'airplay'],
  ],
  alarms: ['playback', 'volume', 'library', 'playlists', 'radio', 'net', 'database'],
  backup: ['alarms', 'library', 'playlists', 'radio', 'listens', 'playback', 'network', 'settings', 'database'],
  playlists: ['library', 'files', 'tags', 'formats', 'net', 'database'],
  playback: ['streams', 'decode', 'volume', 'output', 'dsp', 'files', 'net', 'database'],
  streams: ['decode', 'formats', 'net'],
  decode: ['formats', 'output', 'dsp'],
  devices: ['volume', 'output'],
  volume: ['output', 'database'],
  output: [],
  dsp: [],
  library: ['files', 'tags', 'database'],
  tags: ['files', 'formats'],
  files: [],
  formats: [],
  radio: ['library', 'tags', 'net', 'database'],
  listens: ['playback', 'library', 'settings', 'net', 'database'],
  lyrics: ['library', 'files', 'tags', 'settings', 'net'],
  bluetooth: ['devices', 'dbus', 'database'],
  airplay: ['playback', 'streams', 'library', 'dbus'],
  network: ['discovery', 'dbus', 'database'],
  discovery: ['settings', 'dbus', 'database'],
  snapcast: ['devices', 'output', 'discovery', 'settings', 'net', 'dbus'],
  settings: ['dsp', 'library', 'tags', 'database'],
  mpris: ['playback', 'volume', 'dbus'],
  system: ['files', 'dbus', 'database', 'net'],
  uploads: ['library', 'tags', 'system'],
  mpd: [
    ...['playback', 'volume', 'library', 'tags', 'playlists', 'radio', 'net', 'devices', 'settings', 'system'],
    ...['files', 'database'],
  ],
  mqtt: ['playback', 'volume', 'library', 'net', 'devices', 'settings'],
  graphql: ['http', 'library', 'system'],
  upnp: ['http', 'playback', 'volume', 'radio', 'net', 'settings', 'ssdp', 'upnp-wire'],
  renderers: ['devices', 'playback', 'decode', 'output', 'net', 'ssdp', 'upnp-wire'],
  webdav: ['uploads', 'library', 'tags', 'system'],
  ssdp: ['net'],
  'upnp-wire': [],
  net: [],
  dbus: [],
  database: [],
  config: [],
  card: ['config'],
  client: [],
  web: ['client'],
  demo: [],
};

/** Import nothing of the house but its units; anyone may import them. */
const GROUND = [
  ...['src/errors.ts', 'src/units.ts', 'src/log.ts', 'src/png.ts', 'src/xml.ts', 'src/playback-clock.ts'],
  ...['src/confined.ts', 'src/durable.ts', 'src/native.ts', 'src/backoff.ts', 'src/thread-priority.ts'],
  ...['src/listeners.ts', 'src/lru.ts', 'src/allowance.ts', 'src/serial-queue.ts', 'src/random-start.ts'],
  ...['src/stuck-workers.ts', 'src/byte-range.ts', 'src/wav-header.ts'],
];
/** Made of those, and of nothing else; anyone may import them. */
const ON_GROUND = ['src/late-start.ts', 'src/revision.ts', 'src/slots.ts', 'src/switched-server.ts'];
/** The composition root sees every room, and so do its parts in `src/compose`, which it alone imports. */
const COMPOSITION_ROOT = 'src/appliance.ts';
const COMPOSITION_ROOM = 'compose';
/** The process entry sees what starts and ends a process. */
const ENTRY = 'src/main.ts';
const ENTRY_SEES = ['config', 'system'];

/** The room of a file: its folder below `src`, or undefined for the files that stand in the hall. */
function roomOf(path: string): string | undefined {
  const [, room, rest] = path.split('/');
  return rest === undefined ? undefined : room;
}

/** A sentence for each import that goes against an arrow. */
export function wrongArrows(graph: ImportGraph): string[] {
  return [...graph].flatMap(([from, targets]) =>
    targets.filter((to) => !isAllowed(from, to)).map((to) => `${from} must not import ${to}`),
  );
}

function isAllowed(from: string, to: string): boolean {
  if (GROUND.includes(from)) return to === 'src/units.ts';
  if (ON_GROUND.includes(from)) return GROUND.includes(to);
  if (GROUND.includes(to) || ON_GROUND.includes(to)) return true;
  const target = roomOf(to);
  if (from === COMPOSITION_ROOT || roomOf(from) === COMPOSITION_ROOM) return target !== undefined;
  if (from === ENTRY) return to === COMPOSITION_ROOT || (target !== undefined && ENTRY_SEES.includes(target));
  const room = roomOf(from);
  if (room === undefined || target === undefined) return false;
  return room === target || (ARROWS[room]?.includes(target) ?? false);
}

/** Rooms without a line in the table: a new room begins with its arrows. */
export function unknownRooms(graph: ImportGraph): string[] {
  const rooms = new Set([...graph.keys()].map(roomOf));
  return [...rooms]
    .filter((room) => room !== undefined && room !== COMPOSITION_ROOM && ARROWS[room] === undefined)
    .map(String);
}

/** The first cycle found, as the files along it with the first one repeated; undefined when there is none. */
export function findCycle(graph: ImportGraph): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): string[] | undefined => {
    const before = trail.indexOf(file);
    if (before >= 0) return [...trail.slice(before), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = walk(next, [...trail, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = walk(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
