/** Somebody who plays into the box, such as a phone over Bluetooth. */
import type { CaptureSource } from '../streams/capture.js';
import type { Milliseconds } from '../units.js';

export interface Guest extends CaptureSource {
  /** For people. */
  readonly name: string;
  /** Sound comes from it now. */
  readonly isSounding: boolean;
  /** What it says that it plays; `""` and 0 for what it does not say. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly length: Milliseconds;
  readonly elapsed: Milliseconds;
}

export type GuestCommand = 'play' | 'pause' | 'next' | 'previous';

export interface GuestSource {
  /** Those who could play: the same one always under the same location. */
  guests(): readonly Guest[];
  /** Has it do something. @throws TonearmError when it cannot be told, or refuses */
  command(location: string, command: GuestCommand): Promise<void>;
  /** `listener` is told that something is another. @returns ends it */
  subscribe(listener: () => void): () => void;
}
