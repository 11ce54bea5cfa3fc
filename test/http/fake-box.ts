/** A box that does what a test says, where the message bus is of no interest. */
import type { ClockChange, ClockState } from '../../src/system/clock.js';
import type { PowerAction } from '../../src/system/power.js';

export class FakeClock {
  state: ClockState = {
    time: Date.UTC(2026, 10, 22, 12),
    timeZone: 'Europe/Berlin',
    networkTime: true,
    canNetworkTime: true,
    synchronised: true,
  };
  readonly changes: ClockChange[] = [];

  async read(): Promise<ClockState> {
    return this.state;
  }

  async timeZones(): Promise<readonly string[]> {
    return ['Europe/Berlin', 'UTC'];
  }

  async change(change: ClockChange): Promise<void> {
    this.changes.push(change);
  }
}

export class FakePower {
  readonly turned: PowerAction[] = [];

  async turn(action: PowerAction): Promise<void> {
    this.turned.push(action);
  }
}

/** As without a bus. */
export const noSticks = { read: async () => undefined };
