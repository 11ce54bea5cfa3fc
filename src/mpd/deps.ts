/** What the MPD server is built from. Only the composition makes one of these, and the tests. */
import type { Socket } from 'node:net';

import type { Outputs } from '../devices/outputs.js';
import type { Covers } from '../library/covers/covers.js';
import type { LibraryRoots } from '../library/library-roots.js';
import type { Library } from '../library/library.js';
import type { LibraryPaths } from '../library/paths.js';
import type { Scanner } from '../library/scan/scanner.js';
import type { TrackTags } from '../library/tags.js';
import type { Log } from '../log.js';
import type { StreamAddresses } from '../net/stream-address.js';
import type { Player } from '../playback/player.js';
import type { SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import type { SentTracks } from '../radio/sent-tracks.js';
import type { Stations } from '../radio/stations.js';
import type { Revision } from '../revision.js';
import type { Settings } from '../settings/settings.js';
import type { Pin, PinGiven, PinNeed } from '../system/pin.js';
import type { VolumeControl } from '../volume/volume.js';
import type { ClientFacts } from './session.js';
import type { StickerStore } from './sticker-store.js';

/** A client that holds a slot. */
export interface SlotHolder {
  readonly client: ClientFacts;
  /** Ends the connection: the slot goes to another client. */
  end(): void;
}

/** Which clients are answered, and how many at a time. */
export interface Admission {
  /** @throws Forbidden for a client that the page does not answer either */
  admit(socket: Socket): ClientFacts;
  /** @returns false when there is no slot */
  take(holder: SlotHolder): boolean;
  leave(holder: SlotHolder): void;
}

/** Whoever may have given the PIN. */
export interface PinHolder {
  readonly given: PinGiven;
  forgetPin(): void;
}

/** The PIN as commands ask for it. */
export interface PinCheck {
  /** Whether a client may do what needs the PIN. A wrong PIN is forgotten. @throws Unavailable, TooManyAttempts */
  allows(holder: PinHolder, need: PinNeed): Promise<boolean>;
}

export interface MpdDeps {
  readonly player: Player;
  readonly volume: VolumeControl;
  readonly outputs: Pick<Outputs, 'list' | 'current' | 'choose' | 'refresh' | 'subscribe'>;
  readonly settings: Pick<Settings, 'read' | 'change' | 'subscribe'>;
  readonly library: Library;
  readonly roots: Pick<LibraryRoots, 'paths'>;
  readonly paths: LibraryPaths;
  readonly scanner: Pick<Scanner, 'scan' | 'scanFolder' | 'read' | 'subscribe'>;
  readonly tags: Pick<TrackTags, 'read'>;
  readonly covers: Pick<Covers, 'find'>;
  readonly streams: Pick<StreamAddresses, 'examine'>;
  readonly savedPlaylists: SavedPlaylists;
  readonly playlistEvents: Revision;
  readonly stations: Pick<Stations, 'list' | 'subscribe'>;
  /** What UPnP controllers have sent. */
  readonly sentTracks: Pick<SentTracks, 'find'>;
  readonly stickers: StickerStore;
  readonly pin: Pick<Pin, 'read' | 'require'>;
  readonly admission: Admission;
  readonly log: Log;
}
