/**
 * The description of the box for Home Assistant 2024.12 and newer: one device with all its entities. Source:
 * home-assistant.io/integrations/mqtt, "Device discovery payload", and the pages of sensor, button, number, switch and
 * select by MQTT.
 */
import { REPEAT_MODES } from '../playback/modes.js';
import { type ButtonName, LONGEST_SLEEP_MINUTES, OFF, ON, PRESS, type Setter } from './commands.js';
import { SOURCES } from './states.js';
import { OFFLINE, ONLINE, type StateGroup, type Topics } from './topics.js';

export interface BoxFacts {
  /** As people call the box. */
  readonly name: string;
  /** The machine, such as `Raspberry Pi 4 Model B Rev 1.4`; undefined where nothing says it. */
  readonly model: string | undefined;
  readonly version: string;
  /** Address of the page; undefined while other machines cannot open it. */
  readonly page: string | undefined;
}

type Entity = Readonly<Record<string, unknown>>;

const BUTTON_LOOKS: Readonly<Record<ButtonName, readonly [name: string, icon: string]>> = {
  play: ['Play', 'mdi:play'],
  pause: ['Pause', 'mdi:pause'],
  play_pause: ['Play/pause', 'mdi:play-pause'],
  stop: ['Stop', 'mdi:stop'],
  next: ['Next', 'mdi:skip-next'],
  previous: ['Previous', 'mdi:skip-previous'],
  scan: ['Scan library', 'mdi:magnify-scan'],
};

/** @returns the message as JSON */
export function describeBox(topics: Topics, { name, model, version, page }: BoxFacts): string {
  return JSON.stringify({
    device: {
      identifiers: [topics.device],
      name,
      manufacturer: 'Tonearm',
      model: model ?? 'Tonearm',
      sw_version: version,
      ...(page !== undefined && { configuration_url: page }),
    },
    origin: { name: 'Tonearm', sw_version: version },
    availability_topic: topics.availability,
    payload_available: ONLINE,
    payload_not_available: OFFLINE,
    components: Object.fromEntries(
      Object.entries(entitiesOf(topics)).map(([id, entity]) => [
        id,
        { ...entity, unique_id: `${topics.device}_${id}` },
      ]),
    ),
  });
}

function entitiesOf({ states, commands }: Topics): Readonly<Record<string, Entity>> {
  /** A member of a group of states: null is shown as unknown. */
  const shown = (group: StateGroup, member: string): Entity => ({
    state_topic: states[group],
    value_template: `{{ value_json.${member} }}`,
  });
  const sensor = (name: string, icon: string, group: StateGroup, member: string, more: Entity = {}): Entity => ({
    ...{ platform: 'sensor', name, icon },
    ...shown(group, member),
    ...more,
  });
  const set = (setter: Setter): Entity => ({ command_topic: `${commands}${setter}` });
  const options = (values: readonly string[]): Entity => ({ device_class: 'enum', options: values });
  const buttons = Object.entries(BUTTON_LOOKS).map(([id, [name, icon]]): [string, Entity] => [
    id,
    {
      ...{ platform: 'button', name, icon, command_topic: `${commands}${id}`, payload_press: PRESS },
      ...(id === 'scan' && { entity_category: 'config' }),
    },
  ]);
  return {
    state: sensor('State', 'mdi:music', 'player', 'state', options(['playing', 'paused', 'stopped'])),
    title: sensor('Title', 'mdi:music-note', 'player', 'title'),
    artist: sensor('Artist', 'mdi:account-music', 'player', 'artist'),
    album: sensor('Album', 'mdi:album', 'player', 'album'),
    station: sensor('Station', 'mdi:radio', 'player', 'station'),
    source: sensor('Source', 'mdi:import', 'player', 'source', options(SOURCES)),
    output: sensor('Output', 'mdi:speaker', 'box', 'output'),
    tracks: sensor('Tracks', 'mdi:music-box-multiple', 'box', 'tracks', {
      ...{ state_class: 'measurement', entity_category: 'diagnostic' },
    }),
    sleep_ends: sensor('Sleep timer ends', 'mdi:clock-end', 'sleep', 'ends', { device_class: 'timestamp' }),
    ...Object.fromEntries(buttons),
    volume: {
      ...{ platform: 'number', name: 'Volume', icon: 'mdi:volume-high', mode: 'slider' },
      ...{ min: 0, max: 100, step: 1, unit_of_measurement: '%' },
      ...shown('volume', 'percent'),
      ...set('volume'),
    },
    sleep: {
      ...{ platform: 'number', name: 'Sleep timer', icon: 'mdi:sleep', mode: 'box' },
      ...{ min: 0, max: LONGEST_SLEEP_MINUTES, step: 1, unit_of_measurement: 'min', device_class: 'duration' },
      ...shown('sleep', 'minutes'),
      ...set('sleep'),
    },
    shuffle: {
      ...{ platform: 'switch', name: 'Shuffle', icon: 'mdi:shuffle', payload_on: ON, payload_off: OFF },
      ...shown('player', 'shuffle'),
      ...set('shuffle'),
    },
    repeat: {
      ...{ platform: 'select', name: 'Repeat', icon: 'mdi:repeat', options: REPEAT_MODES },
      ...shown('player', 'repeat'),
      ...set('repeat'),
    },
  };
}
