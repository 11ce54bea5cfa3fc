import t from 'tap';
import { interfaceState, REASON_TEXTS } from '../../src/network/interface-state.js';

const PLUGGED = { hasCable: true, lacksFirmware: false };
const RADIO = { hasCable: undefined, lacksFirmware: false };

t.test("each of NetworkManager's states is one of ours", async (t) => {
  const kinds = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120].map((state) =>
    interfaceState(state, 0, PLUGGED),
  );
  t.strictSame(kinds, [
    { kind: 'unmanaged' },
    { kind: 'unmanaged' },
    { kind: 'unavailable', reason: undefined },
    { kind: 'disconnected', reason: undefined },
    { kind: 'connecting', step: 'link' },
    { kind: 'connecting', step: 'link' },
    { kind: 'connecting', step: 'password' },
    { kind: 'connecting', step: 'address' },
    { kind: 'connecting', step: 'address' },
    { kind: 'connecting', step: 'address' },
    { kind: 'connected' },
    { kind: 'disconnecting', reason: undefined },
    { kind: 'failed', reason: undefined },
  ]);
});

t.test('reasons that mean something to a person', async (t) => {
  for (const [code, reason] of [
    [5, 'no_address'],
    [7, 'wrong_password'],
    [17, 'no_address'],
    [39, 'by_hand'],
    [53, 'not_found'],
    [2, undefined],
    [9999, undefined],
  ] as const) {
    t.strictSame(interfaceState(120, code, RADIO), { kind: 'failed', reason }, `${code}`);
  }
  t.strictSame(interfaceState(20, 2, { ...PLUGGED, hasCable: false }), { kind: 'unavailable', reason: 'no_cable' });
  t.strictSame(interfaceState(30, 39, { ...PLUGGED, hasCable: false }), { kind: 'disconnected', reason: 'no_cable' });
  t.strictSame(interfaceState(20, 2, { ...RADIO, lacksFirmware: true }), {
    kind: 'unavailable',
    reason: 'no_firmware',
  });
  for (const text of Object.values(REASON_TEXTS)) t.match(text, /^[A-Z].*\.$/);
});
