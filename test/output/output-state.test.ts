import t from 'tap';
import { nextState, type OutputState, type OutputStateEvent } from '../../src/output/output-state.js';

const EVENTS: readonly OutputStateEvent[] = ['want', 'keep', 'opened', 'failed', 'deviceClosed', 'release', 'close'];

/** The next states, in the order of `EVENTS`. */
const TABLE: Readonly<Record<OutputState, readonly OutputState[]>> = {
  released: ['opening', 'open', 'released', 'released', 'released', 'released', 'closed'],
  opening: ['opening', 'opening', 'open', 'opening', 'opening', 'released', 'closed'],
  open: ['open', 'open', 'open', 'lost', 'opening', 'released', 'closed'],
  lost: ['lost', 'lost', 'open', 'lost', 'lost', 'released', 'closed'],
  closed: ['closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed'],
};

t.test('each event leads from each state where the diagram says', async (t) => {
  for (const [state, nexts] of Object.entries(TABLE)) {
    t.strictSame(
      EVENTS.map((event) => nextState(state as OutputState, event)),
      nexts,
      state,
    );
  }
});
