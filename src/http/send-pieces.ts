/**
 * Sends a body in pieces that are made meanwhile, as fast as the client takes them. Two streams and a pipeline for the
 * same would cost as much CPU as the sending.
 */
import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';

/**
 * Ends the pieces when the client goes away. Never rejects: when a piece fails the connection breaks off, for half a
 * body must not look like a whole one.
 */
export async function sendPieces({ res }: Context, pieces: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return;
      if (!res.write(piece)) await taken(res);
    }
    res.end();
  } catch {
    res.destroy();
  }
}

/** Resolves when the client has taken what was written, or has gone. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
