/** The part of MQTT.js that is used. Built as a bundle of its own, `dist/mqtt-library.cjs`, which is read once MQTT is on. */
import { MqttClient } from 'mqtt';

export const library = { MqttClient };

export type MqttLibrary = typeof library;
