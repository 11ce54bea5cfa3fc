/**
 * The event stream as the page needs it: it comes back by itself when the daemon restarts, when the network was away and
 * when the phone wakes. While nobody looks at the page there is no stream.
 */
import { PART_NAMES, type PartName, type Parts } from './model.js';

/** After an answer that is no stream, in ms; a stream that broke is taken up again by the browser itself. */
const RETRY = 2000;
/** Nothing was heard for this long, in ms: the stream may be dead without anybody having said so. */
const SILENCE = 60_000;

export interface Listener {
  connected(connected: boolean): void;
  snapshot(parts: Parts): void;
  part(name: PartName, value: unknown): void;
  skipped(track: { readonly path: string; readonly reason: string }): void;
}

export function followEvents(listener: Listener): void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(open, delay);
  };

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function open(): void {
    close();
    if (document.hidden) return;
    const stream = (source = new EventSource('/events'));
    const on = (name: string, take: (data: unknown) => void): void => {
      stream.addEventListener(name, (event) => {
        later(SILENCE);
        take(JSON.parse((event as MessageEvent<string>).data));
      });
    };
    on('snapshot', (data) => {
      listener.connected(true);
      listener.snapshot(data as Parts);
    });
    for (const name of PART_NAMES) {
      on(name, (data) => {
        // After a short break there is no snapshot, only what was missed.
        listener.connected(true);
        listener.part(name, data);
      });
    }
    on('track_skipped', (data) => {
      listener.skipped(data as { path: string; reason: string });
    });
    stream.onerror = () => {
      listener.connected(false);
      if (stream.readyState === EventSource.CLOSED) later(RETRY);
    };
    later(SILENCE);
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) close();
    else open();
  });
  addEventListener('online', open);
  addEventListener('pageshow', (event) => {
    if (event.persisted) open();
  });
  open();
}
