/** How it stands with Home Assistant by MQTT. */
import type { HttpDeps } from '../../deps.js';
import { jsonAnswer, type Route, routesOf } from '../../route.js';
import * as wire from '../../wire/network/mqtt.js';

const api = routesOf('/system', { tag: 'System' });

export function mqttRoutes({ mqtt }: Pick<HttpDeps, 'mqtt'>): Route[] {
  return [
    api.get('/mqtt', 'getMqtt', 'Get the state of MQTT', {
      description:
        'Switched on by `PUT /settings`: `mqtt_enabled`, `mqtt_url`, `mqtt_username`, `mqtt_password`, ' +
        '`mqtt_discovery_prefix`. The box then describes itself to Home Assistant (MQTT discovery), shows it what plays, ' +
        'and takes commands from the broker.',
      answers: jsonAnswer('The state.', wire.MqttSchema),
      handler: () => wire.toMqttState(mqtt.read()),
    }),
  ];
}
