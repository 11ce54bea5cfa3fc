/** Radio stations that are kept, and the directory of others. */
import { computed } from '@preact/signals';
import { bodyOf, box, done, type Schemas } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { playFrom, undoEdit } from './commands.js';
import { part } from './player.js';
import { regionOf } from './region.js';

export type Station = Schemas['Station'];
/** A station of the directory, which names it by its `id`. */
export type Found = Schemas['DirectoryStation'];
/** A station that was heard lately. */
export type RecentStation = Schemas['RecentStation'];
type NewStation = Schemas['NewStation'];

/** Changes whenever the stations change. */
export const radioRevision = computed(() => part.radio.value?.revision ?? '');

const path = ({ id }: Pick<Station, 'id'>) => ({ params: { path: { id } } });

/** @throws Refused, TypeError without a network */
export function askForStations(): Promise<Station[]> {
  return bodyOf(box.GET('/radio/stations'));
}

/** The last one first. @throws Refused, TypeError without a network */
export function askForRecent(): Promise<RecentStation[]> {
  return bodyOf(box.GET('/radio/recent'));
}

export async function playStation(station: Pick<Station, 'id'>): Promise<void> {
  const replaced = (part.queue.value?.amount ?? 0) > 0;
  const isDone = await done(box.PUT('/radio/stations/{id}/play', path(station)));
  if (isDone && replaced) notify(say('queue.replaced'), undoEdit);
}

/** Never rejects. */
export async function addStation(body: NewStation): Promise<void> {
  const command = bodyOf(box.POST('/radio/stations', { body }));
  await done(command.then(({ name }) => notify(say('radio.kept', { name }))));
}

/** Changes the address or the name; the rest stays. */
export async function changeStation(station: Station, change: Pick<NewStation, 'url' | 'name'>): Promise<void> {
  await done(box.PUT('/radio/stations/{id}', { ...path(station), body: { ...factsOf(station), ...change } }));
}

function move(station: Station, position: number) {
  return box.PUT('/radio/stations/{id}/move', { ...path(station), body: { position } });
}

export async function moveStation(station: Station, position: number): Promise<void> {
  await done(move(station, position));
}

/** Undo keeps the station again, at its index. @param changed called after either */
export async function removeStation(station: Station, at: number, changed: () => void): Promise<void> {
  if (!(await done(box.DELETE('/radio/stations/{id}', path(station))))) return;
  changed();
  notify(say('state.removed', { name: station.name }), () => {
    const restored = bodyOf(box.POST('/radio/stations', { body: factsOf(station) })).then((made) => move(made, at));
    void done(restored).then(changed);
  });
}

type Facts = Omit<Station, 'id' | 'image' | 'created_at' | 'updated_at'>;

function factsOf({ directory_id: directory, codec, bitrate, name, url, logo, homepage, tags }: Facts): NewStation {
  return { name, url, logo, homepage, tags, codec: codec || null, bitrate: bitrate || null, directory_id: directory };
}

/** What is looked for in the directory. */
export interface StationQuestion {
  readonly q?: string;
  readonly tag?: string;
  /** In the country of the box. */
  readonly near?: boolean;
  readonly order?: 'votes' | 'clicks';
}

/** @throws Refused RADIO_DIRECTORY_OFF, RADIO_DIRECTORY_UNREACHABLE */
export function findStations(question: StationQuestion, offset: number, limit: number): Promise<Found[]> {
  const { tag, near } = question;
  const more = { ...(tag && { whole_tag: true }), ...(near && { country: ownRegion() }) };
  return bodyOf(box.GET('/radio/directory', { params: { query: { ...question, ...more, offset, limit } } }));
}

/** Two letters of the country of this phone, for a box whose time zone tells none; `''` when the phone tells none. */
function ownRegion(): string {
  const regions = navigator.languages.map((tag) => regionOf(tag) ?? '');
  return regions.find((region) => /^[A-Z]{2}$/.test(region)) ?? '';
}

/** @throws as `findStations` */
export function askForTags(): Promise<Schemas['DirectoryTag'][]> {
  return bodyOf(box.GET('/radio/directory/tags', { params: { query: { limit: 60 } } }));
}

/** Keeps a station of the directory. Never rejects. */
export function keepStation(station: Found): Promise<void> {
  const { id, logo, homepage } = station;
  return addStation(factsOf({ ...station, logo: logo || null, homepage: homepage || null, directory_id: id }));
}

/** A station by its address, and its id in the directory, if it is known there. */
type PlayableStation = Readonly<{ id: string | null; url: string; name: string }>;

/** Plays a station that is not kept. */
export async function playAddress({ id, url, name }: PlayableStation): Promise<void> {
  const body = { url, title: name, artist: '', album: '', duration_ms: 0 };
  // Without the name the stream plays all the same.
  await box.PUT('/tracks/stream-metadata', { body }).catch(() => undefined);
  await playFrom([url], 0);
  // The directory counts plays.
  if (id !== null) await box.POST('/radio/directory/{id}/click', { params: { path: { id } } }).catch(() => undefined);
}

/** Plays a station that was heard before. */
export function playRecent({ saved_id: saved, directory_id: id, url, name }: RecentStation): Promise<void> {
  return saved === null ? playAddress({ id, url, name }) : playStation({ id: saved });
}
