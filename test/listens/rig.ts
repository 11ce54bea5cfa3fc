/** A scrobbler on a library of some tracks and a fake player, with a service of the test's own. */
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { type Destination, ListenQueue } from '../../src/listens/listen-queue.js';
import type { Clock } from '../../src/listens/moment.js';
import { ReportedListens } from '../../src/listens/reported-listens.js';
import { Scrobbler, type Scrobbling } from '../../src/listens/scrobbler.js';
import type { ScrobbleService } from '../../src/listens/service.js';
import { createLog } from '../../src/log.js';
import type { ListeningEvent } from '../../src/playback/types.js';
import type { Settings } from '../../src/settings/settings.js';
import { milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakePlayer } from '../http/fake-player.js';
import { libraryRig, type LibraryRig } from '../library/rig.js';
import { putOnShelf } from '../library/shelf.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
export const LENGTH = 100_000;
/** The first new try comes after so many ms. */
export const PAUSE = 20;

export interface ServiceRig extends LibraryRig {
  readonly scrobbler: Scrobbler;
  readonly service: ScrobbleService;
  readonly settings: Settings;
  readonly queue: ListenQueue;
  readonly logged: string[];
  readonly emit: (phase: ListeningEvent['phase'], name: string, played?: number, number?: number) => void;
  /** Listens through a track, and waits until it is queued. */
  readonly listen: (...names: string[]) => Promise<void>;
  readonly until: (what: string, is: (now: Scrobbling) => boolean) => Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly service: ScrobbleService;
  readonly destination: Destination;
  readonly clock?: Clock | undefined;
  readonly before?: LibraryRig | undefined;
}

let listenings = 0;

export async function startService(
  t: Test,
  { settings, service, destination, clock, before }: Options,
): Promise<ServiceRig> {
  const library = before ?? (await libraryRig(t));
  if (before === undefined) {
    const album = { artist: 'Nova', album: 'Tides', length: LENGTH };
    const tracks = NAMES.map((name, at) => ({ name, title: name.toUpperCase(), ...album, trackNumber: at + 1 }));
    await library.write((sql) => putOnShelf(sql, '/music', tracks));
  }
  const player = new FakePlayer();
  const logged: string[] = [];
  const queue = new ListenQueue(library.state, destination);
  const scrobbler = new Scrobbler({
    ...{ player, library: library.library, settings, service, queue, firstPause: PAUSE },
    ...(clock && { clock }),
    reported: new ReportedListens({ database: library.state, teller: destination, log: SILENT_LOG }),
    log: createLog('debug', (line) => logged.push(line)),
  });
  scrobbler.start();
  t.teardown(() => scrobbler.stop());
  const emit: ServiceRig['emit'] = (phase, name, played = LENGTH, number = ++listenings) => {
    const facts = { number, played: milliseconds(played), length: milliseconds(LENGTH), age: milliseconds(played) };
    const listening = { ...facts, resumed: false, location: `/music/${name}` };
    for (const listener of player.listeners) listener({ type: 'listening', phase, listening });
  };
  const counted = () =>
    library.state.read(
      (sql) => sql.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'listen'").pluck().get() ?? 0,
    ) as Promise<number>;
  return {
    ...library,
    ...{ scrobbler, service, settings, queue, logged, emit },
    async listen(...names) {
      const seen = await counted();
      for (const name of names) emit('over', name);
      while ((await counted()) < seen + names.length) await delay(2);
    },
    async until(what, is) {
      for (let attempts = 0; !is(scrobbler.read()); attempts++) {
        if (attempts > 5000) throw new Error(`never happened: ${what}: ${JSON.stringify(scrobbler.read())}`);
        await delay(2);
      }
    },
  };
}

export const isEmpty = ({ queued, phase }: Scrobbling): boolean => queued === 0 && phase === 'idle';

/** A port where nobody listens. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
