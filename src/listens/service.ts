/** A service that is told what is listened to, as the scrobbler sees it: ListenBrainz, Last.fm, or a server like them. */
import type { Listen, QueuedListen } from './listen-queue.js';

/**
 * `unauthorised`: nothing is taken until a person changes the account. `malformed`: something in it, for good. `later`: in a
 * while.
 */
export type Reply =
  | {
      readonly kind: 'taken';
      /** Numbers of listens that are to be sent again, later; all others are taken, or ignored for good. */
      readonly again?: readonly number[];
      /** Seconds until then. */
      readonly after?: number;
    }
  | { readonly kind: 'unauthorised'; /** Why, in English. */ readonly reason: string }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'later';
      /** Seconds; undefined when the service does not say. */
      readonly after?: number | undefined;
    };

export interface ScrobbleService {
  /** As people know it. */
  readonly name: string;
  /** Listens that it takes at once. */
  readonly batch: number;
  /** Another object after each change of the account or of its server. */
  account(): Account;
  /** Whether so much of a track makes a listen. @param length of the track, in ms; 0 when unknown */
  isListen(played: number, length: number): boolean;
  /** Tells what sounds at this moment. @throws RemoteFailure */
  announce(listen: Listen, signal: AbortSignal): Promise<Reply>;
  /** Sends listens of the past, oldest first. @throws RemoteFailure */
  submit(listens: readonly QueuedListen[], signal: AbortSignal): Promise<Reply>;
}

export interface Account {
  /** A person wants that it is told. */
  readonly isOn: boolean;
  /** There is what it is known by: a token, or a session. */
  readonly isReady: boolean;
  /** What the two come from: the same object as long as nothing changed. */
  readonly of: object;
}
