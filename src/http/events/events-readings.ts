/** What the events tell, read from the parts as it is now. */
import type { PlayerAspect } from '../../playback/types.js';
import { isStream } from '../../tags/track-tag.js';
import { currentEntry } from '../entries.js';
import type { HttpDeps } from '../deps.js';
import { type SettingsDeps, sourcesOf } from '../routes/settings.js';
import { toBluetoothState } from '../wire/bluetooth.js';
import * as wire from '../wire/events.js';
import { toDevice } from '../wire/device.js';
import { toVolumeInfo } from '../wire/player.js';
import { toScanProgress } from '../wire/scan.js';
import { toSettings } from '../wire/settings.js';
import { toAlarmsState } from '../wire/timers/alarms.js';
import { toSleepTimer } from '../wire/timers/sleep-timer.js';

export type EventDeps = SettingsDeps &
  Pick<
    HttpDeps,
    | 'sleepTimer'
    | 'alarms'
    | 'outputs'
    | 'opened'
    | 'scanner'
    | 'tags'
    | 'library'
    | 'sentTracks'
    | 'playlistEvents'
    | 'stations'
    | 'bluetooth'
    | 'log'
  >;

/** Which events an aspect of the player is told by. */
export const REPORTED_BY: Readonly<Record<PlayerAspect, readonly wire.PartName[]>> = {
  status: ['status', 'position'],
  currentTrack: ['current_track', 'position'],
  nextTrack: [],
  position: ['position'],
  queue: ['queue'],
  modes: ['settings'],
  resumePoint: ['queue'],
};

export class EventReadings {
  #entries: unknown;
  #revision = 0;

  /** @param epoch names this run of the daemon */
  constructor(
    private readonly deps: EventDeps,
    private readonly epoch: string,
  ) {}

  read(name: wire.StateName): unknown {
    const { player } = this.deps;
    switch (name) {
      case 'status':
        return wire.toStatusState(player.status(), this.deps.opened.read());
      case 'current_track':
        return this.#currentTrack();
      case 'queue':
        return wire.toQueueState(player.queue(), this.#queueRevision(), player.resumePoint());
      case 'volume':
        return this.#volume();
      case 'settings':
        return wire.toSettingsState(toSettings(sourcesOf(this.deps)));
      case 'playlists':
        return { revision: String(this.deps.playlistEvents.revision) };
      case 'radio':
        return { revision: String(this.deps.stations.revision) };
      case 'alarms':
        return toAlarmsState(this.deps.alarms.revision, this.deps.alarms.read());
      case 'likes':
        return { revision: this.deps.library.likesRevision };
      case 'devices':
        return this.deps.outputs.readAll().then((all) => all.map(toDevice));
    }
  }

  now(name: wire.MovingName): unknown {
    switch (name) {
      case 'position':
        return { elapsed: this.deps.player.currentTrack()?.elapsed ?? 0, at: Math.round(performance.now()) };
      case 'sleep_timer':
        return toSleepTimer(this.deps.sleepTimer.read());
      case 'scan':
        return toScanProgress(this.deps.scanner.read());
      case 'bluetooth':
        return toBluetoothState(this.deps.bluetooth.read());
    }
  }

  async #currentTrack(): Promise<unknown> {
    const { player, library } = this.deps;
    const entry = await currentEntry(player, this.deps);
    if (entry === null) return null;
    const { id, path } = entry;
    // What sounds is told also while nobody can say whether it is liked.
    const isLiked = id === null || isStream(path) ? null : await library.isLiked('track', id).catch(() => null);
    const now = player.currentTrack();
    return wire.toCurrentTrack(entry, isLiked, now?.entry.location === path ? now.facts : undefined);
  }

  #queueRevision(): string {
    const { entries } = this.deps.player.queue();
    if (entries !== this.#entries) this.#revision += 1;
    this.#entries = entries;
    return `${this.epoch}-${this.#revision}`;
  }

  #volume(): unknown {
    try {
      return toVolumeInfo(this.deps.volume.read());
    } catch {
      return null; // its card is gone: the status says so
    }
  }
}
