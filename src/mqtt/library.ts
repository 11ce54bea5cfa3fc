/**
 * The client of MQTT.js, without what it has for WebSockets, proxies and the command line. Built as a bundle of its own,
 * `dist/mqtt-library.cjs`, which is read once MQTT is on.
 */
import client from 'mqtt/lib/client';

export type MqttClient = InstanceType<typeof client.default>;

export const library = { MqttClient: client.default };

export type MqttLibrary = typeof library;
