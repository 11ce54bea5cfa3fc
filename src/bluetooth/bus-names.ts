/**
 * What BlueZ and bluez-alsa are called on the bus. Source: BlueZ's `doc/org.bluez.*`, bluez-alsa's `org.bluealsa.*`(7).
 */

export const BLUEZ = 'org.bluez';
/** The agents are registered here. */
export const BLUEZ_ROOT = '/org/bluez';
export const ADAPTER = 'org.bluez.Adapter1';
export const DEVICE = 'org.bluez.Device1';
export const BATTERY = 'org.bluez.Battery1';
export const MEDIA = 'org.bluez.Media1';
export const MEDIA_TRANSPORT = 'org.bluez.MediaTransport1';
/** What a phone plays, and its buttons (AVRCP). */
export const MEDIA_PLAYER = 'org.bluez.MediaPlayer1';
export const AGENT_MANAGER = 'org.bluez.AgentManager1';
export const AGENT = 'org.bluez.Agent1';

export const BLUEALSA = 'org.bluealsa';
/** Object manager of bluez-alsa. */
export const BLUEALSA_ROOT = '/org/bluealsa';
export const PCM = 'org.bluealsa.PCM1';

/** What a speaker offers (Bluetooth assigned numbers, 16-bit UUIDs). */
export const AUDIO_SINK = '0000110b-0000-1000-8000-00805f9b34fb';

/**
 * Services that a device which plays into the box uses: A2DP source, A2DP itself, AVRCP target, remote and controller.
 */
export const RECEPTION_SERVICES: readonly string[] = [
  '0000110a-0000-1000-8000-00805f9b34fb',
  '0000110d-0000-1000-8000-00805f9b34fb',
  '0000110c-0000-1000-8000-00805f9b34fb',
  '0000110e-0000-1000-8000-00805f9b34fb',
  '0000110f-0000-1000-8000-00805f9b34fb',
];
