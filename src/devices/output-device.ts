/**
 * What can be played on, and where it comes from: cards, PCMs named in the configuration, Bluetooth speakers. A part that
 * knows outputs is an `OutputSource`; `Outputs` puts them together.
 */

/** One output. Its id stays the same over restarts and re-plugging, whatever number the system gives it. */
export interface OutputDevice {
  /** `builtin`, `alsa-<stable id>` or `bluetooth-<AA-BB-…>`. */
  readonly id: string;
  /** For a person. */
  readonly name: string;
  readonly service: 'builtin' | 'alsa' | 'bluetooth';
  /** PCM name, as it is to be opened now. */
  readonly pcm: string;
  /** Where its volume is: a control device and its simple element (`''`: the best it has). Undefined: software volume. */
  readonly mixer: { readonly card: string; readonly control: string } | undefined;
  /** Whether it could be opened now, as far as is known. */
  readonly isPresent: boolean;
}

/** Where outputs come from. Thread: main; nothing blocks. */
export interface OutputSource {
  /** What is there now; an output that is away may be listed as such. */
  list(): readonly OutputDevice[];
  /** `changed` is called after each change of the list; returns what ends that. */
  subscribe(changed: () => void): () => void;
  /**
   * Makes an output ready before it is opened: a speaker is connected first.
   * @throws a TonearmError when it cannot be had
   */
  prepare?(id: string): Promise<void>;
}
