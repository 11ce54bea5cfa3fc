/** Home Assistant by MQTT: settings and state, as the wire names them. Not in rockboxd. */
import { InvalidInput } from '../../../errors.js';
import { parseBrokerAddress } from '../../../mqtt/address.js';
import { TROUBLES } from '../../../mqtt/failure.js';
import { MQTT_PHASES, type MqttState } from '../../../mqtt/mqtt.js';
import { DEFAULT_SETTINGS, type MqttSettings } from '../../../settings/settings.js';
import * as schema from '../../schema.js';

export const MqttSchema = schema.named('Mqtt').record('', {
  state: schema.choice(
    MQTT_PHASES,
    '`no_address`: it is on, and no broker is named. `waiting`: there is no connection, and it is tried again later.',
  ),
  trouble: {
    type: ['string', 'null'],
    enum: [...TROUBLES, null],
    description:
      'Why there is no connection; null while there is one, or none was tried. `login`: the broker does not accept user or ' +
      'password. `certificate`: no TLS connection that the box trusts. `clock`: the box waits for the time. `forbidden`: an ' +
      'address that is not connected to, such as the box itself. `no_broker`: no MQTT there. `too_much`: more than is taken.',
  },
  last_error: schema.textOrNull('As `trouble`, in English, for people.'),
});

export const toMqttState = ({ phase, failure }: MqttState) => ({
  ...{ state: phase, trouble: failure?.trouble ?? null, last_error: failure?.message ?? null },
});

interface Members {
  readonly mqtt_enabled?: boolean | null;
  readonly mqtt_url?: string | null;
  readonly mqtt_username?: string | null;
  readonly mqtt_password?: string | null;
  readonly mqtt_discovery_prefix?: string | null;
}

const PREFIX = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;

/**
 * Members of a request over the settings of now. A password belongs to the broker: another address without a password of its
 * own clears it, so that nobody has the box send it elsewhere.
 * @throws InvalidInput INVALID_BODY, which does not repeat the text
 */
export function toMqtt(body: Members, now: MqttSettings): MqttSettings {
  const given = body.mqtt_url?.trim() ?? now.address;
  // As people type it: a host alone.
  const address = given === '' || given.includes('://') ? given : `mqtt://${given}`;
  const user = body.mqtt_username?.trim() ?? now.user;
  const password = body.mqtt_password ?? (address === now.address ? now.password : '');
  const discoveryPrefix =
    (body.mqtt_discovery_prefix?.trim() ?? now.discoveryPrefix) || DEFAULT_SETTINGS.mqtt.discoveryPrefix;
  if (address !== '' && parseBrokerAddress(address) === undefined) {
    refuse('/mqtt_url', 'must be mqtt:// or mqtts:// with a host and at most a port');
  }
  for (const [name, value] of Object.entries({ mqtt_username: user, mqtt_password: password })) {
    if (/\p{Cc}/u.test(value)) refuse(`/${name}`, 'must not have control characters');
  }
  if (!PREFIX.test(discoveryPrefix)) {
    refuse('/mqtt_discovery_prefix', 'must be letters, digits, _ and -, in levels between single slashes');
  }
  return { enabled: body.mqtt_enabled ?? now.enabled, address, user, password, discoveryPrefix };
}

function refuse(path: string, message: string): never {
  throw new InvalidInput('INVALID_BODY', `${path.slice(1)} ${message}`, [{ path, message }]);
}
