/** What commands work with: the services of the daemon, and the few things that the protocol itself keeps. */
import type { PinCheck, MpdDeps } from './deps.js';
import type { Session } from './session.js';
import type { OutputIds } from './output-ids.js';
import type { QueueEdits } from './queue-edits.js';
import type { QueueView } from './queue-view.js';
import type { ShownVolume } from './shown-volume.js';
import type { SongSource } from './song-source.js';
import type { StoredPlaylists } from './stored-playlists.js';
import type { Updates } from './updates.js';

export interface Context extends Omit<MpdDeps, 'pin' | 'admission'> {
  readonly pin: Pick<MpdDeps['pin'], 'read' | 'require'>;
  readonly pinCheck: PinCheck;
  readonly songs: SongSource;
  readonly queue: QueueView;
  readonly shownVolume: ShownVolume;
  readonly edits: QueueEdits;
  readonly stored: StoredPlaylists;
  readonly outputIds: OutputIds;
  readonly updates: Updates;
  /** Clients that are there now. */
  readonly sessions: () => Iterable<Session>;
  /** Milliseconds since the server began, and of those the ones in which music played. */
  readonly times: () => { readonly up: number; readonly played: number };
}
