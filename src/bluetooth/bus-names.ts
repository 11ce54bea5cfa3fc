/** What BlueZ and bluez-alsa are called on the bus. Source: BlueZ's `doc/org.bluez.*`, bluez-alsa's `org.bluealsa.*`(7). */

export const BLUEZ = 'org.bluez';
/** The agents are registered here. */
export const BLUEZ_ROOT = '/org/bluez';
export const ADAPTER = 'org.bluez.Adapter1';
export const DEVICE = 'org.bluez.Device1';
export const BATTERY = 'org.bluez.Battery1';
export const MEDIA = 'org.bluez.Media1';
export const MEDIA_TRANSPORT = 'org.bluez.MediaTransport1';
export const AGENT_MANAGER = 'org.bluez.AgentManager1';
export const AGENT = 'org.bluez.Agent1';

export const BLUEALSA = 'org.bluealsa';
/** Its object manager. */
export const BLUEALSA_ROOT = '/org/bluealsa';
export const PCM = 'org.bluealsa.PCM1';

/** What a speaker offers (Bluetooth assigned numbers, 16-bit UUIDs). */
export const AUDIO_SINK = '0000110b-0000-1000-8000-00805f9b34fb';
