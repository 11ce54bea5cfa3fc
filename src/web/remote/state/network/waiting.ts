/** New addresses that wait to be confirmed, where this page has set them. */
import { signal } from '@preact/signals';

export interface Waiting {
  /** Id of the changed network. */
  readonly network: string;
  /** The address to come; undefined when the router gives it. */
  readonly to: string | undefined;
  /** Milliseconds of the phone's clock at which the box takes the change back. */
  readonly until: number;
}

export const waiting = signal<Waiting | undefined>(undefined);
