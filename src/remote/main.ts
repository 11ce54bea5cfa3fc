/** The page: shows what the events tell, and turns touches into requests. */
import { followEvents } from './connection.js';
import { element, elementOf, setLabel, setText, Slider } from './elements.js';
import {
  elapsedAt,
  type Known,
  known,
  learn,
  nextRepeat,
  type PartName,
  playRequest,
  PLAYING,
  repeatName,
  sleepLeftAt,
  STOPPED,
  timeText,
} from './model.js';
import { QueueList } from './queue-list.js';
import { InTurn, order, Refused } from './requests.js';

const PLAY_ICON = 'M7 4v16l13-8z';
const PAUSE_ICON = 'M6 4h4v16H6zM14 4h4v16h-4z';
const SEEK_STEP = 5000;
/** How long a notice stays, in ms. */
const NOTICE = 5000;

const notice = element('notice');
const play = element('play');
const sleep = elementOf('sleep', HTMLSelectElement);
const cover = elementOf('cover', HTMLImageElement);

let state: Known | undefined;
let connected = true;
let said: { readonly text: string; readonly timer: number } | undefined;

function showNotice(): void {
  const problem = state?.parts.status.output_problem?.detail;
  const text = connected ? (said?.text ?? problem ?? '') : 'Not connected. Trying again…';
  setText(notice, text);
  notice.hidden = text === '';
}

function say(text: string): void {
  clearTimeout(said?.timer);
  const timer = setTimeout(() => {
    said = undefined;
    showNotice();
  }, NOTICE);
  said = { text, timer };
  showNotice();
}

function failed(error: unknown): void {
  say(error instanceof Refused ? error.message : 'The box does not answer.');
}

function put(path: string, body?: unknown): Promise<void> {
  return order('PUT', path, body).catch(failed);
}

const seeks = new InTurn();
const volumes = new InTurn();
const sendSeek = (to: number) => {
  seeks.addNewest(() => put(`/player/ff-rewind?newtime=${to}`));
};
// What was asked for may be louder than is allowed: the slider goes back to what is in force.
const sendVolume = (level: number) => {
  volumes.addNewest(() => put('/player/volume/level', { level }).then(() => show('volume')));
};
const stepVolume = (steps: number) => {
  volumes.add(() => put('/player/volume', { steps }));
};

const seek = new Slider('seek', (to) => setText(element('elapsed'), timeText(to)), sendSeek);
const volume = new Slider('volume', sendVolume, sendVolume);
const queue = new QueueList({
  jump: (index) => order('PUT', `/playlists/start?start_index=${index}`),
  remove: (index) => order('DELETE', '/playlists/current/tracks', { positions: [index] }),
  failed,
});

const SHOW: Readonly<Record<PartName, (state: Known) => void>> = {
  status({ parts }) {
    const playing = parts.status.status === PLAYING;
    setLabel(play, playing ? 'Pause' : 'Play');
    element('play-icon').setAttribute('d', playing ? PAUSE_ICON : PLAY_ICON);
    seek.input.disabled = parts.status.status === STOPPED;
    showNotice();
  },
  current_track({ parts }) {
    const track = parts.current_track;
    setText(element('title'), track?.title ?? 'Nothing plays');
    setText(element('artist'), track?.artist ?? '');
    setText(element('album'), track?.album ?? '');
    document.title = track === null ? 'Tonearm' : [track.title, track.artist].filter(Boolean).join(' – ');
    const art = track?.album_art ?? '';
    const address = art === '' ? '' : `/covers/${encodeURIComponent(art)}`;
    cover.hidden = address === '';
    if (address !== '' && cover.getAttribute('src') !== address) cover.src = address;
  },
  queue({ parts }) {
    queue.show(parts.queue);
  },
  volume({ parts }) {
    const { volume: level = 0, min = 0, max = 0 } = parts.volume ?? {};
    volume.input.disabled = parts.volume === null;
    volume.show(level, min, max, String(level));
  },
  settings({ parts }) {
    const { repeat_mode: mode, playlist_shuffle: shuffled } = parts.settings;
    element('shuffle').setAttribute('aria-pressed', String(shuffled));
    element('shuffle').classList.toggle('on', shuffled);
    setLabel(element('repeat'), `Repeat: ${repeatName(mode)}`);
    element('repeat').classList.toggle('on', mode !== 0);
    setText(element('repeat-mark'), ['', '', '1', '⤮', 'AB'][mode] ?? '');
  },
  position(now) {
    const length = now.parts.current_track?.length ?? 0;
    const elapsed = Math.floor(elapsedAt(now, performance.now()));
    const [at, of] = [timeText(elapsed), length > 0 ? timeText(length) : ''];
    seek.show(elapsed, 0, Math.max(length, elapsed), of === '' ? at : `${at} of ${of}`);
    setText(element('elapsed'), timeText(seek.input.valueAsNumber));
    setText(element('length'), of);
  },
  sleep_timer(now) {
    const left = Math.ceil(sleepLeftAt(now, performance.now()) / 60_000);
    const option = elementOf('sleep-left', HTMLOptionElement);
    setText(option, `${left} min left`);
    option.hidden = left === 0;
    const value = left === 0 ? '0' : '';
    if (sleep.value !== value && document.activeElement !== sleep) sleep.value = value;
  },
};

function show(...names: readonly PartName[]): void {
  if (state === undefined) return;
  for (const name of names) SHOW[name](state);
}

followEvents({
  connected(now) {
    connected = now;
    showNotice();
  },
  snapshot(parts) {
    state = known(parts, performance.now());
    show('status', 'current_track', 'queue', 'volume', 'settings', 'position', 'sleep_timer');
  },
  part(name, value) {
    if (state === undefined) return;
    state = learn(state, name, value, performance.now());
    show(name, 'position');
  },
  skipped({ path, reason }) {
    say(`Skipped ${path.split('/').pop() ?? path}: ${reason}`);
  },
});

setInterval(() => {
  if (state !== undefined && !document.hidden) show('position', 'sleep_timer');
}, 500);

function onClick(id: string, act: () => void): void {
  element(id).addEventListener('click', act);
}

onClick('play', () => state && void put(playRequest(state.parts)));
onClick('previous', () => void put('/player/previous'));
onClick('next', () => void put('/player/next'));
onClick('quieter', () => stepVolume(-1));
onClick('louder', () => stepVolume(1));
onClick('clear', () => void order('DELETE', '/playlists/current/tracks', { positions: [] }).catch(failed));
onClick('shuffle', () => {
  if (state) void put('/settings', { playlist_shuffle: !state.parts.settings.playlist_shuffle });
});
onClick('repeat', () => {
  if (state) void put('/settings', { repeat_mode: nextRepeat(state.parts.settings.repeat_mode) });
});
sleep.addEventListener('change', () => {
  void put('/player/sleep-timer', { minutes: Number(sleep.value) });
  sleep.blur();
});
seek.input.addEventListener('keydown', (event) => {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const { input } = seek;
  input.value = String(input.valueAsNumber + step * SEEK_STEP);
  sendSeek(input.valueAsNumber);
});
