import t from 'tap';
import { until } from '../dbus/private-bus.js';
import { bluetoothRig, known, OTHER, SPEAKER } from './rig.js';
import { pathOf } from './stand-in-bluez.js';
import { flag, text } from './stand-in-program.js';

const KITCHEN = {
  id: 'bluetooth-AA-BB-CC-00-00-01',
  name: 'Kitchen',
  service: 'bluetooth',
  pcm: 'bluealsa:DEV=AA:BB:CC:00:00:01,PROFILE=a2dp',
  mixer: {
    card: 'bluealsa:DEV=AA:BB:CC:00:00:01,DYN=no',
    otherwise: 'bluealsa:DEV=AA:BB:CC:00:00:01',
    control: 'A2DP',
  },
  isPresent: false,
  returnsWithin: 60_000,
};

t.test('paired speakers are outputs, also while they are away', async (t) => {
  const { bluetooth } = await bluetoothRig(t, (made) => {
    made.addPaired(SPEAKER, 'Kitchen');
    made.addPaired(OTHER, 'Bath', { Paired: flag(false) });
  });
  t.strictSame(bluetooth.speakers.list(), [KITCHEN]);
});

t.test('choosing a speaker that is away connects it', async (t) => {
  const { bluetooth } = await bluetoothRig(t, (made) => void made.addPaired(SPEAKER, 'Kitchen'));
  let reported = 0;
  bluetooth.speakers.subscribe(() => (reported += 1));
  await bluetooth.speakers.prepare(KITCHEN.id);
  t.match(known(bluetooth, SPEAKER), { isReady: true, isWanted: true });
  t.strictSame(bluetooth.speakers.list(), [{ ...KITCHEN, isPresent: true }]);
  t.ok(reported > 0);
});

t.test('an id that is no speaker is not known', async (t) => {
  const { bluetooth } = await bluetoothRig(t);
  for (const id of ['', 'builtin', 'bluetooth-', 'bluetooth-x', 'bluetooth-AA-BB-CC-00-00-09']) {
    await t.rejects(bluetooth.speakers.prepare(id), { name: 'NotFound', code: 'UNKNOWN_BLUETOOTH_DEVICE' }, id);
  }
});

t.test('the list is told when it is another, and not for how well something is heard', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => void made.addPaired(SPEAKER, 'Kitchen'));
  const reported: string[] = [];
  bluetooth.speakers.subscribe(() =>
    reported.push(
      bluetooth.speakers
        .list()
        .map(({ name }) => name)
        .join(),
    ),
  );
  bluez.show(OTHER, 'Bath');
  await bluetooth.scan(50);
  t.strictSame(reported, []);
  bluez.change(pathOf(SPEAKER), 'org.bluez.Device1', { Alias: text('Hall') });
  await until('it has another name', () => reported.length === 1);
  bluez.remove(pathOf(SPEAKER));
  await until('it is gone', () => reported.length === 2);
  t.strictSame(reported, ['Hall', '']);
});
