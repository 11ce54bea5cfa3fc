/** What the events tell, read from the parts as it is now. */
import type { PlayerAspect } from '../playback/types.js';
import { isStream } from '../tags/track-tag.js';
import { currentEntry } from './entries.js';
import type { HttpParts } from './parts.js';
import { type SettingsParts, sourcesOf } from './routes/settings.js';
import { toBluetoothState } from './wire/bluetooth.js';
import * as wire from './wire/events.js';
import { toDevice } from './wire/device.js';
import { toVolumeInfo } from './wire/player.js';
import { toScanProgress } from './wire/scan.js';
import { toSettings } from './wire/settings.js';
import { toSleepTimer } from './wire/sleep-timer.js';

export type EventParts = SettingsParts &
  Pick<
    HttpParts,
    | 'sleepTimer'
    | 'outputs'
    | 'opened'
    | 'scanner'
    | 'tags'
    | 'library'
    | 'playlistNews'
    | 'stations'
    | 'bluetooth'
    | 'log'
  >;

/** Which events an aspect of the player is told by. */
export const TOLD_BY: Readonly<Record<PlayerAspect, readonly wire.PartName[]>> = {
  status: ['status', 'position'],
  currentTrack: ['current_track', 'position'],
  nextTrack: [],
  position: ['position'],
  queue: ['queue'],
  modes: ['settings'],
  resumePoint: ['queue'],
};

export class EventReadings {
  readonly #parts: EventParts;
  readonly #epoch: string;
  #entries: unknown;
  #revision = 0;

  /** @param epoch names this run of the daemon */
  constructor(parts: EventParts, epoch: string) {
    this.#parts = parts;
    this.#epoch = epoch;
  }

  read(name: wire.StateName): unknown {
    const { player } = this.#parts;
    switch (name) {
      case 'status':
        return wire.toStatusState(player.status(), this.#parts.opened.read());
      case 'current_track':
        return this.#currentTrack();
      case 'queue':
        return wire.toQueueState(player.queue(), this.#queueRevision(), player.resumePoint());
      case 'volume':
        return this.#volume();
      case 'settings':
        return wire.toSettingsState(toSettings(sourcesOf(this.#parts)));
      case 'playlists':
        return { revision: String(this.#parts.playlistNews.revision) };
      case 'radio':
        return { revision: String(this.#parts.stations.revision) };
      case 'devices':
        return this.#parts.outputs.readAll().then((all) => all.map(toDevice));
    }
  }

  now(name: wire.MovingName): unknown {
    switch (name) {
      case 'position':
        return { elapsed: this.#parts.player.currentTrack()?.elapsed ?? 0, at: Math.round(performance.now()) };
      case 'sleep_timer':
        return toSleepTimer(this.#parts.sleepTimer.read());
      case 'scan':
        return toScanProgress(this.#parts.scanner.read());
      case 'bluetooth':
        return toBluetoothState(this.#parts.bluetooth.read());
    }
  }

  async #currentTrack(): Promise<unknown> {
    const { player, library } = this.#parts;
    const entry = await currentEntry(player, this.#parts);
    if (entry === null) return null;
    const { id, path } = entry;
    // What sounds is told also while nobody can say whether it is liked.
    const isLiked = id === null || isStream(path) ? null : await library.isLiked('track', id).catch(() => null);
    const now = player.currentTrack();
    return wire.toCurrentTrack(entry, isLiked, now?.entry.location === path ? now.facts : undefined);
  }

  #queueRevision(): string {
    const { entries } = this.#parts.player.queue();
    if (entries !== this.#entries) this.#revision += 1;
    this.#entries = entries;
    return `${this.#epoch}-${this.#revision}`;
  }

  #volume(): unknown {
    try {
      return toVolumeInfo(this.#parts.volume.read());
    } catch {
      return null; // its card is gone: the status says so
    }
  }
}
