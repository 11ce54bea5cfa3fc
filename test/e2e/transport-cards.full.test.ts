/** The suite of transport tests in real time: the commands on a sound card, and all of it on a Bluetooth speaker. */
import t from 'tap';
import { onCard, onSpeaker } from './transport-cards.js';
import { transportSuite } from './transport-suite.js';

t.setTimeout(300_000);

t.test('a sound card', (t) => {
  transportSuite(t, (t) => onCard(t, { patient: true }));
  t.end();
});

t.test('a Bluetooth speaker', (t) => {
  transportSuite(t, onSpeaker);
  t.end();
});
