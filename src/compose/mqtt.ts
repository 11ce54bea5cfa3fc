/** Builds the door to Home Assistant by MQTT. */
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { describeCurrent } from '../http/entries.js';
import type { library } from '../mqtt/library.js';
import { Mqtt } from '../mqtt/mqtt.js';
import { boxName } from '../settings/settings.js';
import { readModel } from '../system/machine.js';
import type { Given } from './given.js';
import type { AllRooms } from './server.js';

export function composeMqtt({ files, version, log }: Given, rooms: AllRooms): Mqtt {
  const { player, settings, streams, http, boxId, discovery } = rooms;
  const bundle = files.mqttLibrary;
  return new Mqtt({
    ...rooms,
    describe: () => describeCurrent(player, rooms),
    readBoxId: () => boxId.read(),
    async readFacts() {
      const [model, found] = await Promise.all([readModel(), discovery.read().catch(() => undefined)]);
      return { name: boxName(settings.read(), hostname()), model, version, page: found?.addresses[0] };
    },
    guard: streams,
    time: http.time,
    load: () => (createRequire(bundle)(bundle) as { library: typeof library }).library,
    log: log.child('mqtt'),
  });
}
