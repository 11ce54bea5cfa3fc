/**
 * What answers hold in memory until clients have read them, within a bound for one network and one for all. Beyond it the
 * answer that has waited longest is broken off, of the client that leaves most unread.
 */
import type { ServerResponse } from 'node:http';
import { clientOf, type Held, largestShare } from './shares.js';

/** In bytes. An answer that is alone may be of any length. */
export interface UnreadBounds {
  readonly network: number;
  readonly all: number;
}

/** What an answer is made of besides the bytes that were written already. Several answers may be made of the same. */
export interface Material {
  readonly what: object;
  readonly bytes: number;
}

const MEBIBYTE = 1024 * 1024;
const BOUNDS: UnreadBounds = { network: 16 * MEBIBYTE, all: 48 * MEBIBYTE };
/** A client that takes nothing for so long has its answer broken off, in ms. */
export const STALL_MS = 30_000;

interface Waiting extends Held {
  readonly response: ServerResponse;
  readonly materials: readonly Material[];
}

export class Unread {
  /** The longest waiting first. */
  readonly #waiting = new Set<Waiting>();

  /** @param stall ms without progress after which an answer is broken off */
  constructor(
    private readonly bounds: UnreadBounds = BOUNDS,
    private readonly stall: number = STALL_MS,
  ) {}

  /** Resolves when the client has taken what was written, has gone, or was given up. @param material of what follows */
  taken(response: ServerResponse, ...material: readonly Material[]): Promise<void> {
    return this.#wait(response, 'drain', material);
  }

  /** Ends an answer. Resolves when the client has taken its rest, has gone, or was given up. */
  async end(response: ServerResponse): Promise<void> {
    response.end();
    if (!response.writableFinished && !response.destroyed) await this.#wait(response, 'finish', []);
  }

  #wait(response: ServerResponse, event: 'drain' | 'finish', materials: readonly Material[]): Promise<void> {
    const written = { what: response, bytes: response.writableLength };
    const waiting = { client: clientOf(response.req.socket), response, materials: [written, ...materials] };
    return new Promise((resolve) => {
      const done = (): void => {
        response.off(event, done).off('close', done);
        // After the end the time-out is that of a connection that is kept.
        if (event === 'drain') response.setTimeout(0);
        this.#waiting.delete(waiting);
        resolve();
      };
      response.on(event, done).on('close', done);
      // Progress within one write counts too. Node destroys the connection, for nobody listens for the time-out.
      response.setTimeout(this.stall);
      this.#waiting.add(waiting);
      this.#bound(waiting);
    });
  }

  #bound({ client }: Waiting): void {
    for (;;) {
      const all = [...this.#waiting];
      const ofNetwork = all.filter((each) => each.client.network === client.network);
      if (bytesOf(ofNetwork) > this.bounds.network && ofNetwork.length > 1) this.#breakOff(ofNetwork, 'address');
      else if (bytesOf(all) > this.bounds.all && all.length > 1) this.#breakOff(all, 'network');
      else return;
    }
  }

  #breakOff(among: readonly Waiting[], by: 'address' | 'network'): void {
    const [longest] = largestShare(among, by, (each) => bytesOf([each]));
    if (longest === undefined) return;
    this.#waiting.delete(longest);
    longest.response.destroy();
  }
}

/** What several answers are made of counts once. */
function bytesOf(answers: readonly Waiting[]): number {
  const bytes = new Map(answers.flatMap(({ materials }) => materials.map(({ what, bytes }) => [what, bytes] as const)));
  return [...bytes.values()].reduce((sum, each) => sum + each, 0);
}

/** The one account of this process. */
export const unread = new Unread();
