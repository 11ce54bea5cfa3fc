/**
 * Calls every operation once on a real daemon that has the demo albums, in an order in which each succeeds. The answers
 * are the examples of `GET /openapi.json`, shortened: two rows of a list, the first lines of a text. Each answer must
 * match the document: status, header fields and body.
 */
import { dirname } from 'node:path';
import { Described } from '../http/described.js';
import type { Daemon } from './daemon.js';

export interface Example {
  /** Request body, if there is one. */
  readonly body?: unknown;
  readonly status: number;
  /** Media type of the answer; missing where it has no body. */
  readonly type?: string;
  /** Answer; missing where it is binary or a page. */
  readonly value?: unknown;
}

export type Examples = Readonly<Record<string, Example>>;

interface Asking {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** Answers so far, by operation, not shortened. */
type Answers = Readonly<Record<string, unknown>>;

type Record_ = Readonly<Record<string, unknown>>;

const ROWS = 2;
const LINES = 8;
/** Name of the live queue in the path; the route takes any value. */
const CURRENT = { id: 'current' };

const rows = (answers: Answers, operation: string): readonly Record_[] => answers[operation] as readonly Record_[];

/** Path parameter: id of the first row of a list that was answered earlier. */
function idOf(answers: Answers, operation: string): { readonly id: string } {
  return { id: String(rows(answers, operation)[0]?.['id']) };
}

/** Path parameter: id of a record that was answered earlier. */
function idIn(answers: Answers, operation: string): { readonly id: string } {
  return { id: String((answers[operation] as Record_)['id']) };
}

/** The library root, from the folder of the demo's list. */
function rootIn(answers: Answers): string {
  return dirname(String(rows(answers, 'getTreeEntries')[0]?.['name']));
}

/** Path parameter: address of the first Bluetooth device. */
function firstDevice(answers: Answers): { readonly addr: string } {
  return { addr: String(rows(answers, 'getBluetoothDevices')[0]?.['address']) };
}

const RULES = {
  match_type: 'all',
  conditions: [{ field: 'year', operator: 'greater_than', value: 1990, value2: null, unit: null }],
  limit: 25,
  sort_by: 'title',
  sort_order: 'ASC',
};
export const LIST = '#EXTM3U\n#EXTINF:12,Marlow Tide - First Ferry\nMarlow Tide/Harbour Lights/01 - First Ferry.mp3\n';

/** Calls in the order in which they are made. */
const ASKINGS: Readonly<Record<string, (answers: Answers) => Asking>> = {
  scanLibrary: () => ({}),
  getScan: () => ({}),
  getAlbums: () => ({}),
  getAlbum: (answers) => ({ params: idOf(answers, 'getAlbums') }),
  getAlbumTracks: (answers) => ({ params: idOf(answers, 'getAlbums') }),
  filterAlbums: () => ({ body: RULES }),
  getArtists: () => ({}),
  getArtist: (answers) => ({ params: idOf(answers, 'getArtists') }),
  getArtistAlbums: (answers) => ({ params: idOf(answers, 'getArtists') }),
  getArtistTracks: (answers) => ({ params: idOf(answers, 'getArtists') }),
  filterArtists: () => ({ body: RULES }),
  getGenres: () => ({}),
  getGenre: (answers) => ({ params: idOf(answers, 'getGenres') }),
  getGenreTracks: (answers) => ({ params: idOf(answers, 'getGenres') }),
  getGenreAlbums: (answers) => ({ params: idOf(answers, 'getGenres') }),
  getGenreArtists: (answers) => ({ params: idOf(answers, 'getGenres') }),
  getTracks: () => ({}),
  getTrack: (answers) => ({ params: idOf(answers, 'getTracks') }),
  getTrackFile: (answers) => ({ params: idOf(answers, 'getTracks') }),
  getLyrics: (answers) => ({ params: idOf(answers, 'getTracks') }),
  saveStreamTrackMetadata: () => ({
    body: { url: 'http://radio.example/stream', title: 'Night River', artist: 'Radio', album: '', duration_ms: 0 },
  }),
  likeTrack: (answers) => ({ params: idOf(answers, 'getTracks') }),
  likeAlbum: (answers) => ({ params: idOf(answers, 'getAlbums') }),
  getLikedTracks: () => ({}),
  getLikedAlbums: () => ({}),
  getHome: () => ({}),
  getLikesAmong: (answers) => ({
    body: { tracks: [idOf(answers, 'getTracks').id], albums: [idOf(answers, 'getAlbums').id] },
  }),
  unlikeTrack: (answers) => ({ params: idOf(answers, 'getTracks') }),
  unlikeAlbum: (answers) => ({ params: idOf(answers, 'getAlbums') }),
  recordTrackPlayed: (answers) => ({ params: idOf(answers, 'getTracks') }),
  recordTrackSkipped: (answers) => ({ params: idOf(answers, 'getTracks') }),
  getTrackStats: (answers) => ({ params: idOf(answers, 'getTracks') }),
  search: () => ({ query: 'q=ferry' }),
  getTreeEntries: () => ({}),
  getLetters: () => ({ query: 'of=albums' }),
  getCover: (answers) => ({ params: { name: String(rows(answers, 'getAlbums')[0]?.['album_art']) } }),
  getCoverColors: (answers) => ({ params: { name: String(rows(answers, 'getAlbums')[0]?.['album_art']) } }),
  createPlaylist: (answers) => ({ body: { tracks: rows(answers, 'getTracks').map(({ path }) => path) } }),
  getPlaylistAmount: () => ({}),
  getPlaylist: () => ({ params: CURRENT }),
  getPlaylistTracks: () => ({ params: CURRENT, query: 'limit=2' }),
  insertTracks: (answers) => ({
    params: CURRENT,
    body: { position: -4, tracks: [rows(answers, 'getTracks')[0]?.['path']] },
  }),
  moveTracks: () => ({ params: CURRENT, body: { from: 1, to: 3, count: 1 } }),
  removeTracks: () => ({ params: CURRENT, body: { positions: [3] } }),
  undoPlaylistEdit: () => ({}),
  startPlaylist: () => ({ query: 'start_index=1' }),
  getStatus: () => ({}),
  getCurrentTrack: () => ({}),
  getNextTrack: () => ({}),
  pause: () => ({}),
  resume: () => ({}),
  ffRewind: () => ({ query: 'newtime=1500' }),
  getFilePosition: () => ({}),
  next: () => ({}),
  previous: () => ({}),
  flushAndReloadTracks: () => ({}),
  shufflePlaylist: () => ({ query: 'start_index=0' }),
  getEvents: () => ({}),
  stop: () => ({}),
  getGlobalStatus: () => ({}),
  resumePlaylist: () => ({}),
  resumeTrack: () => ({}),
  play: () => ({}),
  getCurrentPlayer: () => ({}),
  getSnapcast: () => ({}),
  getAirplay: () => ({}),
  getDevices: () => ({}),
  getDevice: () => ({ params: CURRENT }),
  connectDevice: (answers) => ({ params: idOf(answers, 'getDevices') }),
  disconnectDevice: () => ({ params: CURRENT }),
  setDeviceVolume: () => ({ params: CURRENT, body: { volume: 40 } }),
  setVolumeMode: () => ({ params: CURRENT, body: { mode: 'hardware' } }),
  setVolumeLimit: () => ({ params: CURRENT, body: { volume_limit: null } }),
  getVolume: () => ({}),
  adjustVolume: () => ({ body: { steps: 2 } }),
  setVolume: () => ({ body: { level: 40 } }),
  setSleepTimer: () => ({ body: { minutes: 30 } }),
  getSleepTimer: () => ({}),
  createPlaylistFolder: () => ({ body: { name: 'Evenings' } }),
  renamePlaylistFolder: (answers) => ({
    params: idIn(answers, 'createPlaylistFolder'),
    body: { name: 'Late evenings' },
  }),
  listPlaylistFolders: () => ({}),
  createSavedPlaylist: (answers) => ({
    body: {
      name: 'Slow',
      description: 'For after ten',
      folder_id: idIn(answers, 'createPlaylistFolder').id,
      track_ids: rows(answers, 'getTracks').map(({ id }) => id),
    },
  }),
  listSavedPlaylists: () => ({}),
  getSavedPlaylist: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  updateSavedPlaylist: (answers) => ({
    params: idIn(answers, 'createSavedPlaylist'),
    body: { name: 'Slower', description: 'For after eleven' },
  }),
  addTracksToSavedPlaylist: (answers) => ({
    params: idIn(answers, 'createSavedPlaylist'),
    body: { track_ids: [idOf(answers, 'getTracks').id] },
  }),
  moveSavedPlaylistTracks: (answers) => ({
    params: idIn(answers, 'createSavedPlaylist'),
    body: { from: 0, to: 2, count: 1 },
  }),
  removeSavedPlaylistPositions: (answers) => ({
    params: idIn(answers, 'createSavedPlaylist'),
    body: { positions: [0] },
  }),
  getSavedPlaylistTracks: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  getSavedPlaylistTrackIds: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  removeTrackFromSavedPlaylist: (answers) => ({
    params: { ...idIn(answers, 'createSavedPlaylist'), track_id: idOf(answers, 'getTracks').id },
  }),
  duplicateSavedPlaylist: (answers) => ({ params: idIn(answers, 'createSavedPlaylist'), query: 'name=A%20copy' }),
  exportSavedPlaylistM3U8: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  exportSavedPlaylistXSPF: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  importSavedPlaylist: () => ({ query: 'name=From%20elsewhere', body: LIST }),
  playSavedPlaylist: (answers) => ({ params: idIn(answers, 'createSavedPlaylist') }),
  saveQueue: () => ({ body: { name: 'What just played' } }),
  savePlaylistFile: (answers) => ({
    body: { path: rows(answers, 'getTreeEntries').find(({ name }) => String(name).endsWith('.m3u8'))?.['name'] },
  }),
  deleteSavedPlaylist: (answers) => ({ params: idIn(answers, 'duplicateSavedPlaylist') }),
  deletePlaylistFolder: (answers) => ({ params: idIn(answers, 'createPlaylistFolder') }),
  listSmartPlaylists: () => ({}),
  previewSmartPlaylist: () => ({ body: RULES }),
  createSmartPlaylist: () => ({ body: { name: 'After 1990', rules: RULES } }),
  getSmartPlaylist: (answers) => ({ params: idIn(answers, 'createSmartPlaylist') }),
  updateSmartPlaylist: (answers) => ({
    params: idIn(answers, 'createSmartPlaylist'),
    body: { name: 'Twenty after 1990', rules: { ...RULES, limit: 20 } },
  }),
  getSmartPlaylistTracks: (answers) => ({ params: idIn(answers, 'createSmartPlaylist') }),
  playSmartPlaylist: (answers) => ({ params: idIn(answers, 'createSmartPlaylist') }),
  playMusic: (answers) => ({ body: { ...{ of: 'artist', shuffle: true }, ...idOf(answers, 'getArtists') } }),
  deleteSmartPlaylist: (answers) => ({ params: idIn(answers, 'createSmartPlaylist') }),
  addStation: () => ({
    body: {
      ...{ name: 'Harbour Radio', url: 'http://radio.example/live', logo: 'http://radio.example/logo.png' },
      ...{ tags: ['ambient', 'sea'], codec: 'MP3', bitrate: 128 },
    },
  }),
  getStations: () => ({}),
  getStation: (answers) => ({ params: idIn(answers, 'addStation') }),
  replaceStation: (answers) => ({
    params: idIn(answers, 'addStation'),
    body: { name: 'Harbour Radio, loud', url: 'http://radio.example/high', codec: 'FLAC' },
  }),
  moveStation: (answers) => ({ params: idIn(answers, 'addStation'), body: { position: 0 } }),
  playStation: (answers) => ({ params: idIn(answers, 'addStation') }),
  searchStations: () => ({ query: 'q=harbour&limit=2' }),
  getDirectoryTags: () => ({ query: 'limit=2' }),
  getRecentStations: () => ({}),
  countStationClick: (answers) => ({ params: idOf(answers, 'searchStations') }),
  removeStation: (answers) => ({ params: idIn(answers, 'addStation') }),
  addAlarm: () => ({
    body: {
      ...{ name: 'Work', time: '06:45', days: ['monday', 'friday'], level: 35, fade_in: 60 },
      music: { of: 'queue' },
    },
  }),
  getAlarms: () => ({}),
  getAlarm: (answers) => ({ params: idIn(answers, 'addAlarm') }),
  skipAlarm: (answers) => ({ params: idIn(answers, 'addAlarm'), body: { skip: true } }),
  changeAlarm: (answers) => ({ params: idIn(answers, 'addAlarm'), body: { enabled: false } }),
  removeAlarm: (answers) => ({ params: idIn(answers, 'addAlarm') }),
  setEqualiser: () => ({ body: { enabled: true, precut: 60, bands: [{ cutoff: 32, q: 7, gain: 30 }] } }),
  setCrossfeed: () => ({ body: { type: 1 } }),
  setDithering: () => ({ body: { enabled: true } }),
  setAfr: () => ({ body: { mode: 0 } }),
  setPbe: () => ({ body: { mode: 0 } }),
  updateSettings: () => ({ body: { repeat_mode: 1, bass: 3, fade_on_stop: true } }),
  getSettings: () => ({}),
  getScrobbling: () => ({}),
  disconnectLastFm: () => ({}),
  getBluetoothAdapter: () => ({}),
  scanBluetooth: () => ({ query: 'timeout_secs=1' }),
  getBluetoothDevices: () => ({}),
  connectBluetoothDevice: (answers) => ({ params: firstDevice(answers) }),
  disconnectBluetoothDevice: (answers) => ({ params: firstDevice(answers) }),
  forgetBluetoothDevice: (answers) => ({ params: firstDevice(answers) }),
  setPin: () => ({ body: { pin: '' } }),
  getPin: () => ({}),
  getBackup: () => ({}),
  restoreBackup: (answers) => ({ body: answers['getBackup'] }),
  listBackups: () => ({}),
  reset: () => ({ body: { scope: 'settings' } }),
  getSystemTime: () => ({}),
  getTimeZones: () => ({}),
  setSystemTime: () => ({ body: { timezone: 'Europe/Berlin' } }),
  setPower: () => ({ body: { action: 'restart' } }),
  checkPin: () => ({}),
  getUpdate: () => ({}),
  getUpdateOffer: () => ({}),
  cancelUpdateDownload: () => ({}),
  rollBackUpdate: () => ({}),
  setNetworkFolder: () => ({ body: { enabled: true, password: 'a long password' } }),
  getNetworkFolder: () => ({}),
  getMqtt: () => ({}),
  getFolders: (answers) => ({ query: `path=${encodeURIComponent(rootIn(answers))}` }),
  addRoot: (answers) => ({ body: { path: `${rootIn(answers)}-more` } }),
  getRoots: () => ({}),
  getShares: () => ({}),
  removeRoot: (answers) => ({ params: idIn(answers, 'addRoot') }),
  ignoreFolder: (answers) => ({ body: { path: `${rootIn(answers)}/Spoken` } }),
  heedFolder: (answers) => ({ params: idIn(answers, 'ignoreFolder') }),
  getUploads: () => ({}),
  getUploadProtocol: () => ({}),
  getDiscovery: () => ({}),
  getDiagnostics: () => ({}),
  getVersion: () => ({}),
  getHealth: () => ({}),
  listNotices: () => ({}),
  getMetrics: () => ({}),
  getOpenApi: () => ({}),
  getRemote: () => ({}),
  getDocs: () => ({}),
  getManifest: () => ({}),
  getIcon: () => ({ params: { name: '192.png' } }),
};

/** Operations that have no successful answer here, with the expected problem code. */
export const WITHOUT_EXAMPLE: readonly string[] = [
  // No Snapcast server is among the outputs.
  ...['getRooms', 'changeRoom'],
  ...['loadTracks', 'answerBluetoothPairing'],
  // This box has no data to recover.
  'acknowledgeNotice',
  // The stations are on other servers.
  ...['getStationLogo', 'getDirectoryLogo'],
  // No alarm rings there.
  ...['snoozeAlarm', 'stopAlarm'],
  // NetworkManager looks after the networks of the appliance, not of the machine that runs this.
  ...['getNetwork', 'getKnownNetworks', 'changeKnownNetwork', 'forgetNetwork', 'confirmNetworkChange'],
  ...['connectNetwork', 'scanWifi', 'joinWifi', 'setHotspot', 'setRadioCountry', 'getCaptivePortal'],
  // Shares are mounted by the system of the appliance.
  ...['addShare', 'testShare', 'findShareServers', 'findShareNames', 'changeShareLogin'],
  ...['connectShare', 'removeShare'],
  // Last.fm is another server, and wants a key.
  ...['connectLastFm', 'finishLastFm'],
  // The box has made no backup by then.
  'restoreKeptBackup',
  // An update is a signed file, or on another server.
  ...['installUpdate', 'checkForUpdate', 'downloadUpdate'],
  // All texts of the page, and its second script.
  ...['getLocale', 'getScript'],
  // The answers are header fields only, which examples do not show.
  ...['createUpload', 'getUpload', 'continueUpload', 'endUpload'],
];
/** Operations that need the real systemd-timedated. */
export const OF_TIMEDATED: readonly string[] = ['getSystemTime', 'getTimeZones', 'setSystemTime'];

/** Media types of answers that are read. */
const JSON_TYPES = ['application/json', 'application/manifest+json'];

/** Operations whose answer is too long to be shown, or contains facts of the machine that ran this. */
const UNSHOWN: readonly string[] = ['getOpenApi', 'getDiagnostics'];

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

type Document = NonNullable<ConstructorParameters<typeof Described>[0]>;

/** Lists of a fixed length, which are not shortened. */
const WHOLE = ['eq_band_settings'];

/** Shortens each list to two rows, at all levels. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, WHOLE.includes(key) ? inner : shortened(inner)]),
  );
}

/** Text of an answer, or the first event of an event stream. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n\n')) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    text += part.value;
  }
  await reader?.cancel();
  return `${text.split('\n\n', 1)[0] ?? ''}\n\n`;
}

function valueOf(type: string, text: string): unknown {
  if (text === '') return undefined;
  if (JSON_TYPES.includes(type)) return shortened(JSON.parse(text));
  if (type === 'application/openapi+json' || type.startsWith('image/') || type.startsWith('audio/')) return undefined;
  if (type === 'text/html') return undefined;
  return text.split('\n').slice(0, LINES).join('\n');
}

/**
 * Asks everything that the description names.
 * @param library is shown as `/music`
 * @param without operations that cannot be asked on this machine
 * @throws Error at an operation that nobody has thought of here, or one that does not succeed
 */
export async function collectExamples(
  daemon: Daemon,
  library: string,
  without: readonly string[] = [],
): Promise<Examples> {
  const document = (await daemon.get('/openapi.json')).body as Description & Document;
  const described = new Described(document);
  const { paths } = document;
  const ways = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }]),
    ),
  );
  const unknown = [...ways.keys()].filter((id) => !(id in ASKINGS) && !WITHOUT_EXAMPLE.includes(id));
  if (unknown.length > 0) throw new Error(`examples.ts does not ask ${unknown.join(', ')}`);
  const answers: Record<string, unknown> = {};
  const examples: Record<string, Example> = {};
  for (const [id, asking] of Object.entries(ASKINGS)) {
    if (without.includes(id)) continue;
    const way = ways.get(id);
    if (way === undefined) throw new Error(`there is no operation ${id}`);
    const { params = {}, query, body } = asking(answers);
    const path = way.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const [bodyType = ''] = Object.keys(way.operation.requestBody?.content ?? {});
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const init = body === undefined ? {} : { body: sent, headers: { 'content-type': bodyType } };
    const address = `${daemon.base}${path}${query === undefined ? '' : `?${query}`}`;
    const response = await fetch(address, { method: way.method.toUpperCase(), ...init });
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    const text = await textOf(response);
    if (!response.ok) throw new Error(`${id} answered ${response.status}: ${text}`);
    const answer = { status: response.status, headers: Object.fromEntries(response.headers), text };
    const mistake = described.mistake(way.method.toUpperCase(), path, answer);
    if (mistake !== undefined) throw new Error(mistake);
    if (JSON_TYPES.includes(type)) answers[id] = JSON.parse(text) as unknown;
    const value = UNSHOWN.includes(id) ? undefined : valueOf(type, text);
    const example = { body: shortened(body), status: response.status, ...(type !== '' && { type }), value };
    examples[id] = JSON.parse(JSON.stringify(example).replaceAll(library, '/music')) as Example;
  }
  return examples;
}
