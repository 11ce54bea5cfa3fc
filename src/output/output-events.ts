/** What the output reports to the engine. Thread: main. */
import type { SinkTarget } from './sinks/sink.js';
import type { RingHandle } from './ring-layout.js';

export interface OutputTrouble {
  readonly code: string;
  readonly detail: string;
}

export interface OutputEvents {
  /**
   * A device of this output, on this ALSA card (or -1), is open, while another may still play: resolves when its volume
   * is known, to what puts it in force. That is called when nothing sounds any more, and before this device plays.
   */
  opened(target: SinkTarget, card: number): Promise<() => void>;
  /** A device plays from `ring`; `isNew`: what an earlier ring held is gone. */
  ringReady(ring: RingHandle, isNew: boolean): void;
  /** Everything up to the end of the stream was heard. */
  drained(): void;
  /** The device failed while it was in use, and cannot be opened again: it was unplugged. It is looked for from now on. */
  lost(): void;
  /** There is a device again; `isSoon`: so soon that what it played goes on by itself. */
  back(isSoon: boolean): void;
  /** The device has no rate at all that is known here; it is not tried again by itself. */
  rateRefused(rate: number, reason: string): void;
}
