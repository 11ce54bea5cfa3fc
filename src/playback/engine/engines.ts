/**
 * The engines that play, each behind the next: who interrupts the queue, what is remote, the gains, and the one that has
 * decoder and ring. They are built from the outermost inwards, since each tells its news to the one before it. Thread:
 * main.
 */
import { confineBeside } from '../../confined.js';
import { AudioEngine, type EngineParts } from './engine.js';
import { GainEngine, type FindPart, type ReadGains } from './gain-engine.js';
import { GuestEngine } from './guest-engine.js';
import type { GuardedHttp } from '../../net/guarded-http.js';
import { RemoteEngine, type RemoteEngineEvents } from './remote-engine.js';
import { RemoteFeed } from '../../streams/remote-feed.js';

export interface EnginesParts extends EngineParts {
  /** Fetches what is remote. */
  readonly http: GuardedHttp;
  readonly readGains: ReadGains;
  readonly findPart: FindPart;
}

interface Built {
  remote?: RemoteEngine;
  gains?: GainEngine;
  audio?: AudioEngine;
}

export class Engines {
  /** What plays the queue is told to; the player's engine. */
  readonly guests: GuestEngine;
  readonly remote: RemoteEngine;
  readonly gains: GainEngine;
  readonly audio: AudioEngine;

  constructor(parts: EnginesParts, events: RemoteEngineEvents) {
    const { http, readGains, findPart, clock, log } = parts;
    const confine = confineBeside(parts.nativeFile);
    const built: Built = {};
    this.guests = new GuestEngine(
      (remoteEvents) =>
        (built.remote = new RemoteEngine(
          (news) => (built.gains = new GainEngine((built.audio = new AudioEngine(parts, news)), readGains, findPart)),
          {
            open: (address, from, listener) => new RemoteFeed({ http, confine, log }, address, from, listener),
            clock,
            log,
          },
          remoteEvents,
        )),
      {
        engine: () => this.gains,
        place: () => this.audio.place(),
        readings: () => this.audio.readings(),
        log,
      },
      events,
    );
    const { remote, gains, audio } = built;
    if (remote === undefined || gains === undefined || audio === undefined) {
      throw new Error('an engine builds the one behind it at once');
    }
    this.remote = remote;
    this.gains = gains;
    this.audio = audio;
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.guests.stop();
    this.remote.stop();
    await this.audio.stop();
  }
}
