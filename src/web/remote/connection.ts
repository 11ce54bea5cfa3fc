/**
 * The event stream: reconnects when the daemon restarts, when the network was away and when the phone wakes. A hidden
 * page has no stream. An attempt that hangs, as on a phone whose radio is not awake yet, is soon replaced by another.
 */
import { PART_NAMES, type PartName, type Parts } from './model.js';
import { takeEarlyEvents } from './state/browser/early.js';

/** Milliseconds after which the browser itself reconnects; the daemon sends them (`retry`). */
const RETRY = 2000;
/** Milliseconds from a failed attempt to the next: doubled each time, up to `RETRY`. */
const SOON = 250;
/** Milliseconds to wait for the first event of an attempt: doubled each time. */
const ATTEMPT = 2500;
/** Milliseconds without an event after which the stream is dead: the daemon sends one at least every 20 s. */
const SILENCE = 45_000;

export interface Listener {
  connected(connected: boolean): void;
  snapshot(parts: Parts): void;
  part(name: PartName, value: unknown): void;
  skipped(track: { readonly path: string; readonly code: string; readonly reason: string }): void;
}

/** @returns called when the phone has slept: connects anew at once */
export function followEvents(listener: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Failed attempts since the last event. */
  let failures = 0;

  const later = (delay: number, act: () => void = open): void => {
    clearTimeout(timer);
    timer = setTimeout(act, delay);
  };

  function lost(): void {
    failures++;
    listener.connected(false);
    open();
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function open(): void {
    close();
    if (document.hidden) return;
    const early = takeEarlyEvents();
    const stream = (source = early?.source ?? new EventSource('/events'));
    let isBegun = false;
    const on = (name: string, take: (data: unknown) => void): void => {
      stream.addEventListener(name, (event) => {
        isBegun = true;
        failures = 0;
        later(SILENCE, lost);
        take(JSON.parse((event as MessageEvent<string>).data));
      });
    };
    on('snapshot', (data) => {
      listener.connected(true);
      listener.snapshot(data as Parts);
    });
    for (const name of PART_NAMES) {
      on(name, (data) => {
        // After a short break there is no snapshot, only the missed events.
        listener.connected(true);
        listener.part(name, data);
      });
    }
    on('track_skipped', (data) => {
      listener.skipped(data as { path: string; code: string; reason: string });
    });
    stream.onerror = () => {
      listener.connected(false);
      if (isBegun && stream.readyState !== EventSource.CLOSED) {
        later(RETRY + ATTEMPT, lost);
        return;
      }
      close();
      later(Math.min(RETRY, SOON * 2 ** failures++));
    };
    later(Math.min(SILENCE, ATTEMPT * 2 ** failures), lost);
    for (const event of early?.come ?? []) stream.dispatchEvent(event);
  }

  function wake(): void {
    failures = 0;
    open();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) close();
    else wake();
  });
  addEventListener('online', wake);
  addEventListener('pageshow', (event) => {
    if (event.persisted) wake();
  });
  open();
  return wake;
}
