/** The rules that a box gives its message bus, on one that forbids everything else. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import t from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';

const NAME = 'org.mpris.MediaPlayer2.tonearm';
const FILE = new URL(`../../image/overlay/usr/share/dbus-1/system.d/${NAME}.conf`, import.meta.url);

/** As the bus of the system. */
const CLOSED = `<policy context="default"><deny own="*"/><deny send_type="method_call"/>
  <allow send_destination="org.freedesktop.DBus"/></policy>`;

t.test('the daemon may have its name, and everybody may control the player, and no more', async (t) => {
  const text = await readFile(FILE, 'utf8');
  t.match(text, '<policy user="tonearm">');
  const rules = text.replace(/^[\s\S]*<busconfig>|<\/busconfig>\s*$/g, '');
  const real = await PrivateBus.start(t, CLOSED + rules.replaceAll('"tonearm"', `"${userInfo().username}"`));
  const bus = real.client(t);
  const interfaces = ['org.mpris.MediaPlayer2.Player', 'org.bluez.Agent1'];
  const methods = { Ask: { call: () => [] } };
  bus.exportObject(
    '/x',
    interfaces.map((name) => ({ name, methods })),
  );
  t.equal(await bus.requestName(NAME), 'owned');
  await t.rejects(bus.requestName('org.mpris.MediaPlayer2.other'), { code: 'SYSTEM_FORBIDS' });
  const other = await real.stranger(t);
  const [player, agent] = interfaces.map((name) => ({ destination: NAME, path: '/x', interface: name }));
  if (player === undefined || agent === undefined) throw new Error('there are two');
  t.strictSame(await other.call(player, 'Ask'), []);
  t.strictSame(
    await other
      .call({ ...player, interface: 'org.freedesktop.DBus.Properties' }, 'GetAll', 's', [''])
      .catch((error: unknown) => (error as { type: string }).type),
    'org.freedesktop.DBus.Error.UnknownInterface',
  );
  t.equal(await other.refusal(agent, 'Ask'), 'org.freedesktop.DBus.Error.AccessDenied');
});
