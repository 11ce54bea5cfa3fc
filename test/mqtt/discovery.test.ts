import t from 'tap';
import { describeBox } from '../../src/mqtt/discovery.js';
import { topicsOf } from '../../src/mqtt/topics.js';
import { BOX } from './rig.js';

type Entity = Readonly<Record<string, unknown>>;
interface Description {
  readonly device: Entity;
  readonly components: Readonly<Record<string, Entity>>;
}

const FACTS = { name: 'Küche', model: 'Raspberry Pi 4', version: '1.2.3', page: 'http://tonearm.local' };
const topics = topicsOf(BOX, 'homeassistant');
const text = describeBox(topics, FACTS);
const description = JSON.parse(text) as Description;

t.test('the device says what it is, and where its page is', async (t) => {
  t.equal(topics.discovery, `homeassistant/device/tonearm_${BOX}/config`);
  t.match(description, {
    device: {
      identifiers: [`tonearm_${BOX}`],
      ...{ name: 'Küche', manufacturer: 'Tonearm', model: 'Raspberry Pi 4', sw_version: '1.2.3' },
      configuration_url: 'http://tonearm.local',
    },
    origin: { name: 'Tonearm', sw_version: '1.2.3' },
    availability_topic: `tonearm/${BOX}/availability`,
    ...{ payload_available: 'online', payload_not_available: 'offline' },
  });
  const bare = JSON.parse(describeBox(topics, { ...FACTS, model: undefined, page: undefined })) as Description;
  t.equal(bare.device['model'], 'Tonearm');
  t.notOk('configuration_url' in bare.device, 'Home Assistant refuses one that is empty');
});

t.test('each entity has what its platform requires', async (t) => {
  const platforms = Object.entries(description.components).map(([id, { platform }]) => `${String(platform)} ${id}`);
  t.strictSame(platforms.sort(), [
    ...['next', 'pause', 'play', 'play_pause', 'previous', 'scan', 'stop'].map((id) => `button ${id}`),
    ...['sleep', 'volume'].map((id) => `number ${id}`),
    'select repeat',
    ...['album', 'artist', 'output', 'sleep_ends', 'source', 'state', 'station', 'title', 'tracks'].map(
      (id) => `sensor ${id}`,
    ),
    'switch shuffle',
  ]);
  for (const [id, entity] of Object.entries(description.components)) {
    t.equal(entity['unique_id'], `tonearm_${BOX}_${id}`);
    t.type(entity['name'], 'string', id);
    t.match(entity['icon'], /^mdi:[a-z-]+$/, id);
    if (entity['platform'] === 'sensor') t.notOk('command_topic' in entity, id);
    else t.equal(entity['command_topic'], `tonearm/${BOX}/set/${id}`);
    if (entity['platform'] === 'button') t.notOk('state_topic' in entity, id);
    else t.match(entity, { state_topic: /^tonearm\//, value_template: /^\{\{ value_json\.\w+ \}\}$/ }, id);
  }
  t.match(description.components['volume'], { min: 0, max: 100, step: 1, unit_of_measurement: '%' });
});

t.test('the message is small, and another prefix changes its topic', async (t) => {
  t.ok(text.length < 8192, `${text.length} characters`);
  const other = topicsOf(BOX, 'home/discovery');
  t.equal(other.discovery, `home/discovery/device/tonearm_${BOX}/config`);
  t.strictSame(other.births, ['homeassistant/status', 'home/discovery/status']);
  t.strictSame(topics.births, ['homeassistant/status']);
});
