/**
 * Gives up requests whose body comes too slowly. Node's own limit, five minutes for all of a request, would also end an
 * update that a phone sends over a weak Wi-Fi. Thread: main.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Pace {
  /** Milliseconds between two looks. */
  readonly look: number;
  /** Bytes that have to come between two looks. */
  readonly least: number;
}

/** The slowest network on which somebody may wait for a song is ten times as fast. */
const PACE: Pace = { look: 60_000, least: 64 * 1024 };

/** Calls `tooSlow` once where the client sends less than the least of a body that is waited for. */
export function watchBody(request: IncomingMessage, response: ServerResponse, tooSlow: () => void, pace = PACE): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length === '0' && coding === undefined) return;
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - before;
    before = socket.bytesRead;
    // What has come waits for us, or we do not ask for more: the client cannot send faster than that.
    const isOurs = request.readableLength > 0 || (request.isPaused() && !response.writableEnded);
    if (bytes >= pace.least || isOurs) return;
    end();
    tooSlow();
  }, pace.look).unref();
  const end = (): void => clearInterval(timer);
  request.once('end', end).once('close', end);
}
