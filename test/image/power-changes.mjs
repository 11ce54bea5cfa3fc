/**
 * What people change in a box before its power is cut: each change that was acknowledged has to be there afterwards; one
 * that was on its way may be there or not.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from './table.mjs';

const DEMO = '/usr/share/tonearm/demo';
/** The queue has these tracks at first; later ones repeat them in this order. */
const TRACKS = [
  ...['01 - Launch Window', '02 - Telemetry', '03 - Fold Along the Line', '04 - Low Orbit Lullaby'].map(
    (name) => `${DEMO}/Nova Kestrel/Paper Satellites/${name}.mp3`,
  ),
  ...['01 - First Ferry', '02 - Salt on the Window', '03 - Slack Water', '04 - Lanterns, Going Home'].map(
    (name) => `${DEMO}/Marlow Tide/Harbour Lights/${name}.mp3`,
  ),
];
/** systemd-timedated writes the zone, not the daemon. */
const ZONES = ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Australia/Sydney'];
const MOST_ENTRIES = 60;
const MOST_IDS = 4000;
const UPLOAD_BYTES = 60_000;
/** A power cut may cost so much of the played position. */
export const MOST_LOST_MS = 10_000;
const PLAYING = 1;

const trackAt = (index) => TRACKS[index % TRACKS.length];

/** The nth uploaded file: noise as 16-bit mono at 44.1 kHz (RIFF WAVE), of which no part is like another. */
function uploadBytes(n) {
  const bytes = Buffer.alloc(UPLOAD_BYTES);
  for (let at = 0, block = 0; at < bytes.length; at += 32, block++) {
    createHash('sha256').update(`${n} ${block}`).digest().copy(bytes, at);
  }
  bytes.write('RIFF    WAVEfmt ', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  for (const [at, value] of [16, 0x1_0001, 44_100, 88_200, 0x10_0002].entries())
    bytes.writeUInt32LE(value, 16 + 4 * at);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Things that change by themselves, each in one order: `next(value, random)` is what to ask for, `set(box, value, old, names)`
 * asks, `get(box, names)` reads. Values are compared as JSON.
 */
const THINGS = {
  playlist_name: {
    first: 'playlist 0',
    next: (value) => `playlist ${Number(value.split(' ')[1]) + 1}`,
    set: (box, name, _old, { playlist }) => box.ask(`/saved-playlists/${playlist}`, { method: 'PUT', body: { name } }),
    get: async (box, { playlist }) => (await box.ask(`/saved-playlists/${playlist}`)).name,
  },
  playlist_tracks: {
    first: 0,
    next: (value, random) => value + 1 + Math.floor(random() * 20),
    set: (box, count, old, { playlist }) =>
      box.ask(`/saved-playlists/${playlist}/tracks`, {
        method: 'POST',
        body: { track_ids: Array.from({ length: count - old }, (_, n) => `track-${old + n}`) },
      }),
    async get(box, { playlist }) {
      const ids = await box.ask(`/saved-playlists/${playlist}/track-ids`);
      const wrong = ids.findIndex((id, n) => id !== `track-${n}`);
      return wrong < 0 ? ids.length : `${ids[wrong]} at ${wrong}`;
    },
    most: MOST_IDS,
  },
  like: {
    first: false,
    next: (value) => !value,
    set: (box, liked, _old, { track }) => box.ask(`/tracks/${track}/like`, { method: liked ? 'PUT' : 'DELETE' }),
    get: async (box, { track }) => (await box.ask('/likes/tracks')).some(({ id }) => id === track),
  },
  bass: {
    first: 0,
    next: (value) => ((value + 25) % 49) - 24,
    set: (box, bass) => box.ask('/settings', { method: 'PUT', body: { bass } }),
    get: async (box) => (await box.ask('/settings')).bass,
  },
  player_name: {
    first: 'box 0',
    next: (value) => `box ${Number(value.split(' ')[1]) + 1}`,
    set: (box, player_name) => box.ask('/settings', { method: 'PUT', body: { player_name } }),
    get: async (box) => (await box.ask('/settings')).player_name,
  },
  time_zone: {
    first: ZONES[0],
    next: (value) => ZONES[(ZONES.indexOf(value) + 1) % ZONES.length],
    set: (box, timezone) => box.ask('/system/time', { method: 'PUT', body: { timezone } }),
    get: async (box) => (await box.ask('/system/time')).timezone,
  },
  volume: {
    first: 20,
    next: (value, random) => (value + 1 + Math.floor(random() * 30)) % 64,
    set: (box, steps, _old, { quietest }) =>
      box.ask('/player/volume/level', { method: 'PUT', body: { level: quietest + steps } }),
    get: async (box, { quietest }) => (await box.ask('/player/volume')).volume - quietest,
  },
  queue: {
    first: TRACKS.length,
    next: (value, random) =>
      value >= MOST_ENTRIES || (value > TRACKS.length && random() < 0.4) ? value - 1 : value + 1,
    set: (box, count, old) =>
      count > old
        ? box.ask('/playlists/current/tracks', { method: 'POST', body: { position: old, tracks: [trackAt(old)] } })
        : box.ask('/playlists/current/tracks', { method: 'DELETE', body: { positions: [count] } }),
    async get(box) {
      const { entries } = await box.ask('/playlists/current');
      const wrong = entries.findIndex(({ path }, n) => path !== trackAt(n));
      return wrong < 0 ? entries.length : `${entries[wrong].path} at ${wrong}`;
    },
  },
  uploads: {
    first: 0,
    next: (value) => value + 1,
    set: (box, count) => upload(box, `power-${count}.wav`, uploadBytes(count)),
    async get(box) {
      const { text } = await box.inside('cd /data/music && sha256sum power-*.wav');
      const found = new Map(text.split('\n').map((line) => line.split(/\s+/).reverse()));
      let count = 0;
      while (found.get(`power-${count + 1}.wav`) === hashOf(uploadBytes(count + 1))) count++;
      // A file of an upload that was not acknowledged has its name only when it is whole.
      const more = [...found.keys()].filter((name) => /^power-\d+[.]wav$/.test(name)).length - count;
      return more === 0 ? count : `${count}, and ${more} more: ${text}`;
    },
    most: 40,
  },
};

async function upload(box, name, bytes) {
  const response = await fetch(`http://127.0.0.1:${box.ports[6063]}/uploads`, {
    method: 'POST',
    signal: AbortSignal.timeout(60_000),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  });
  if (!response.ok) throw new Error(`POST /uploads: ${response.status} ${await response.text()}`);
  expect(response.headers.get('upload-offset') === String(bytes.length), 'the upload is not whole');
}

/** The state that a box has acknowledged, and the changes that make it. Kept as JSON from one run to the next. */
export class Changes {
  acknowledged = 0;
  refusals = [];

  /** @param kept what `toJSON` gave; undefined for a fresh card */
  constructor(kept = { values: {}, names: {}, position: undefined }) {
    Object.assign(this, structuredClone(kept));
  }

  toJSON() {
    return { values: this.values, names: this.names, position: this.position };
  }

  /** Makes the things on a fresh card. */
  async begin(box) {
    const settings = { resume_on_start: false, repeat_mode: 1 };
    await box.ask('/settings', { method: 'PUT', body: settings });
    const [track] = await box.until('the library', async () => {
      const tracks = await box.ask('/tracks');
      return tracks.length >= TRACKS.length ? tracks : undefined;
    });
    const { id } = await box.ask('/saved-playlists', { method: 'POST', body: { name: THINGS.playlist_name.first } });
    const { min } = await box.ask('/player/volume');
    this.names = { playlist: id, track: track.id, quietest: min };
    await box.ask('/playlists', { method: 'POST', body: { tracks: TRACKS } });
    for (const [name, { first }] of Object.entries(THINGS)) this.values[name] = { acknowledged: first, open: [] };
    await THINGS.volume.set(box, THINGS.volume.first, 0, this.names);
    await THINGS.player_name.set(box, THINGS.player_name.first);
    await THINGS.time_zone.set(box, THINGS.time_zone.first);
    this.acknowledged += 6;
  }

  /**
   * Reads everything that was acknowledged. @returns a sentence for each thing that is lost
   */
  async check(box) {
    const lost = [];
    for (const [name, { get }] of Object.entries(THINGS)) {
      const kept = this.values[name];
      if (kept === undefined) continue;
      const found = await get(box, this.names);
      const said = JSON.stringify(found);
      if (![kept.acknowledged, ...kept.open].some((value) => JSON.stringify(value) === said)) {
        lost.push(
          `${name} is ${said}, not ${JSON.stringify(kept.acknowledged)} or one of ${JSON.stringify(kept.open)}`,
        );
      }
      this.values[name] = { acknowledged: found, open: [] };
    }
    return lost;
  }

  /** @returns milliseconds of the played position that are lost, negative when none; undefined when nothing was played */
  async lostPosition(box) {
    const before = this.position;
    this.position = undefined;
    if (before === undefined) return undefined;
    const { entries } = await box.ask('/playlists/current');
    const { resume_index: index, resume_elapsed: elapsed } = await box.ask('/status');
    expect(index >= 0, 'nothing to resume');
    // What played was removed from the queue after it was noted: the box goes on at another entry, from its beginning.
    if (before.index >= entries.length) return undefined;
    const at = (until, more) => entries.slice(0, until).reduce((sum, { length }) => sum + length, more);
    const total = at(entries.length, 0);
    const lost = (((at(before.index, before.elapsed) - at(index, elapsed)) % total) + total) % total;
    // From the end of the queue it goes on at its begin.
    return lost > total / 2 ? lost - total : lost;
  }

  /** Plays and changes things until `signal` aborts. */
  async work(box, random, signal, only = Object.keys(this.values)) {
    const jobs = only.map((name) => this.#change(box, name, random, signal));
    await Promise.all([...jobs, this.#listen(box, signal), this.#scan(box, random, signal)]);
  }

  async #change(box, name, random, signal) {
    const { next, set, most = Infinity } = THINGS[name];
    const kept = this.values[name];
    await pause(random() * 3000, signal);
    while (!signal.aborted && !(kept.acknowledged >= most)) {
      const value = next(kept.acknowledged, random);
      kept.open.push(value);
      try {
        await set(box, value, kept.acknowledged, this.names);
        kept.acknowledged = value;
        kept.open = [];
        this.acknowledged++;
      } catch (error) {
        // Refused, or the daemon was killed by a watchdog on a starved emulator: the thing is left alone then.
        if (!signal.aborted) this.refusals.push(`${name}: ${error.message}`);
        return;
      }
      await pause(random() * 1500, signal);
    }
  }

  /** Plays from the resume point, and remembers the last position that the box has told. */
  async #listen(box, signal) {
    try {
      await box.ask('/playlists/resume-track', { method: 'PUT' });
      if ((await box.ask('/player/status')).status !== PLAYING) await box.ask('/playlists/start', { method: 'PUT' });
      for (; !signal.aborted; await pause(300, signal)) {
        const { status } = await box.ask('/player/status');
        const { resume_index: index, resume_elapsed: elapsed } = await box.ask('/status');
        if (!signal.aborted && status === PLAYING && index >= 0) this.position = { index, elapsed };
      }
    } catch (error) {
      if (!signal.aborted) this.refusals.push(`listening: ${error.message}`);
    }
  }

  async #scan(box, random, signal) {
    while (!signal.aborted) {
      await pause(2000 + random() * 10_000, signal);
      if (!signal.aborted) await box.ask('/scan-library', { method: 'PUT' }).catch(() => undefined);
    }
  }
}

async function pause(milliseconds, signal) {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
