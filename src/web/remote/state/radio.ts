/** Radio stations that are kept, and the directory of others. */
import { computed } from '@preact/signals';
import { done } from './box.js';
import { ask } from './files.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { playFrom, undoEdit } from './commands.js';
import { parts } from './player.js';

/** As the box tells it. */
export interface Station {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly logo: string | null;
  /** Where the box serves its logo. */
  readonly image: string | null;
  readonly homepage: string | null;
  readonly tags: readonly string[];
  readonly codec: string;
  readonly bitrate: number;
  readonly directory_id: string | null;
}

/** One of the directory; its `id` is the one there. */
export type Found = Omit<Station, 'directory_id'>;

export interface NewStation {
  readonly url: string;
  readonly name?: string | null;
  readonly logo?: string | null;
  readonly homepage?: string | null;
  readonly tags?: readonly string[] | null;
  readonly codec?: string | null;
  readonly bitrate?: number | null;
  readonly directory_id?: string | null;
}

const STATIONS = '/radio/stations';

/** Another one whenever the stations are others. */
export const radioRevision = computed(() => parts.value?.radio.revision ?? '');

function order(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response> {
  const json = body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return ask(path, { method, ...json });
}

function pathOf({ id }: Pick<Station, 'id'>, rest = ''): string {
  return `${STATIONS}/${encodeURIComponent(id)}${rest}`;
}

export async function askForStations(): Promise<readonly Station[]> {
  return (await (await ask(STATIONS)).json()) as readonly Station[];
}

export async function playStation(station: Station): Promise<void> {
  const replaced = (parts.value?.queue.amount ?? 0) > 0;
  if ((await done(order('PUT', pathOf(station, '/play')))) && replaced) notify(say('queue.replaced'), undoEdit);
}

/** Never rejects. */
export async function addStation(facts: NewStation): Promise<void> {
  await done(
    (async () => {
      const { name } = (await (await order('POST', STATIONS, facts)).json()) as Station;
      notify(say('radio.kept', { name }));
    })(),
  );
}

/** Another address or name; the rest stays. */
export async function changeStation(station: Station, change: Pick<NewStation, 'url' | 'name'>): Promise<void> {
  await done(order('PUT', pathOf(station), { ...factsOf(station), ...change }));
}

export async function moveStation(station: Station, position: number): Promise<void> {
  await done(order('PUT', pathOf(station, '/move'), { position }));
}

/** The way back keeps it anew, at its place. @param changed called after either */
export async function removeStation(station: Station, at: number, changed: () => void): Promise<void> {
  if (!(await done(order('DELETE', pathOf(station))))) return;
  changed();
  notify(say('radio.removed', { name: station.name }), () => {
    void done(
      (async () => {
        const made = (await (await order('POST', STATIONS, factsOf(station))).json()) as Station;
        await order('PUT', pathOf(made, '/move'), { position: at });
      })(),
    ).then(changed);
  });
}

function factsOf({ name, url, logo, homepage, tags, codec, bitrate, directory_id: directory }: Station): NewStation {
  return { name, url, logo, homepage, tags, codec: codec || null, bitrate: bitrate || null, directory_id: directory };
}

/** @throws Refused RADIO_DIRECTORY_OFF, RADIO_DIRECTORY_UNREACHABLE */
export async function findStations(words: string, offset: number, limit: number): Promise<readonly Found[]> {
  const query = new URLSearchParams({ q: words, offset: String(offset), limit: String(limit) });
  return (await (await ask(`/radio/directory?${query.toString()}`)).json()) as readonly Found[];
}

/** Hears one that is not kept. */
export async function playAddress({ id, url, name }: Found): Promise<void> {
  const body = { url, title: name, artist: '', album: '', duration_ms: 0 };
  // Without its name it plays as well.
  await order('PUT', '/tracks/stream-metadata', body).catch(() => undefined);
  await playFrom([url], 0);
  // The directory wants to count it.
  await order('POST', `/radio/directory/${encodeURIComponent(id)}/click`).catch(() => undefined);
}
