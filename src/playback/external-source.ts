/** Another device that plays into the box, such as a phone over Bluetooth or AirPlay. */
import type { CaptureSource } from '../streams/capture.js';
import type { Milliseconds } from '../units.js';

export interface ExternalSource extends CaptureSource {
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
  /** Name of its picture below `/covers`; missing for none. */
  readonly cover?: string | undefined;
}

export type ExternalCommand = 'play' | 'pause' | 'next' | 'previous';

export interface ExternalSources {
  /** Those that could play: the same one always under the same location. */
  sources(): readonly ExternalSource[];
  /** Has one do something. @throws TonearmError when it takes no commands, or refuses */
  command(location: string, command: ExternalCommand): Promise<void>;
  /** `listener` is called when something is another. @returns ends it */
  subscribe(listener: () => void): () => void;
}

/** Sources of several kinds as one. */
export function joinSources(all: readonly ExternalSources[]): ExternalSources {
  return {
    sources: () => all.flatMap((each) => each.sources()),
    async command(location, command) {
      const owner = all.find((each) => each.sources().some((source) => source.location === location));
      await owner?.command(location, command);
    },
    subscribe(listener) {
      const undo = all.map((each) => each.subscribe(listener));
      return () => undo.forEach((each) => each());
    },
  };
}
