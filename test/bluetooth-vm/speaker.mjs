import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { readWav } from '../image/wav.mjs';

const OBJECTS = 'org.bluez / org.freedesktop.DBus.ObjectManager GetManagedObjects';
const NAME = 'Loudspeaker';
/** Number of looks, about two a second, after which the controllers are created again. */
const GREETING_ATTEMPTS = 12;
/** Milliseconds for sound that is still in the link, the codec and the file system when the player has ended. */
const LATE_SOUND = 3000;

/**
 * A Bluetooth speaker on the second controller. The box sees it as a separate device, although one BlueZ serves both.
 * Methods are the actions of a person at the speaker, and recordings of its sound.
 */
export class Speaker {
  #machine;
  #recordings = 0;
  name = NAME;

  constructor(machine) {
    this.#machine = machine;
  }

  /** Makes the speaker visible under its name and pairable. */
  async start() {
    await this.#controllers();
    await this.#set('Alias', 's', `"${NAME}"`);
    await this.on();
    this.address = await this.#adapter('/org/bluez/hci1');
    this.box = await this.#adapter('/org/bluez/hci0');
    /** D-Bus path of the box on the speaker's controller. */
    this.link = `/org/bluez/hci1/dev_${this.box.replaceAll(':', '_')}`;
    /** D-Bus path of the speaker on the box's controller. */
    this.path = `/org/bluez/hci0/dev_${this.address.replaceAll(':', '_')}`;
  }

  /**
   * Waits until both controllers are initialised. The kernel may send its first command to a virtual controller before
   * btvirt has read the controller's index (`hci_vhci`); btvirt then takes the command for the index and never answers
   * it. Creating the controllers again helps, since this order is rare.
   */
  async #controllers() {
    let asked = 0;
    await this.#machine.until('both controllers', async () => {
      if (++asked % GREETING_ATTEMPTS === 0) await this.#machine.must('systemctl restart btvirt');
      const objects = await this.objects();
      return objects['/org/bluez/hci0'] && objects['/org/bluez/hci1'];
    });
  }

  /** All objects of BlueZ: path → interface → property → value. */
  async objects() {
    const said = JSON.parse(await this.#machine.must(`busctl --json=short call ${OBJECTS}`));
    return plain(said.data[0]);
  }

  /** Switches the speaker off. */
  async off() {
    await this.#set('Powered', 'b', 'false');
  }

  async on() {
    await this.#machine.until('the speaker to be visible', async () => {
      await this.#set('Powered', 'b', 'true');
      await this.#set('DiscoverableTimeout', 'u', '0');
      await this.#set('Pairable', 'b', 'true');
      await this.#set('Discoverable', 'b', 'true');
      return true;
    });
  }

  /** Lets the paired box connect without a question, as a speaker does. */
  async trustBox() {
    await this.#machine.must(`busctl set-property org.bluez ${this.link} org.bluez.Device1 Trusted b true`);
  }

  /** Removes the pairing with the box. */
  async forgetBox() {
    await this.#machine.inside(`busctl call org.bluez /org/bluez/hci1 org.bluez.Adapter1 RemoveDevice o ${this.link}`);
  }

  /** @param button Play, Pause, Next or Previous, as the keys of AVRCP are called there */
  async press(button) {
    await this.#machine.must(`busctl call org.bluez ${this.link} org.bluez.MediaControl1 ${button}`);
  }

  /** Properties of the box's player as the speaker reads them: MediaPlayer1 of org.bluez, or undefined. */
  async display() {
    const entries = Object.entries(await this.objects());
    return entries.find(([path, has]) => path.startsWith(`${this.link}/`) && has['org.bluez.MediaPlayer1'])?.[1][
      'org.bluez.MediaPlayer1'
    ];
  }

  /** Volume of the speaker, 0 to 127; undefined while no stream is set up. */
  async volume() {
    return (await this.#transport())?.[1].Volume;
  }

  /** Sets the volume at the speaker. */
  async turnTo(volume) {
    const transport = await this.#transport();
    if (transport === undefined) throw new Error('the speaker has no stream whose volume could be turned');
    await this.#machine.must(
      `busctl set-property org.bluez ${transport[0]} org.bluez.MediaTransport1 Volume q ${volume}`,
    );
  }

  async isConnected() {
    return (await this.objects())[this.link]?.['org.bluez.Device1'].Connected === true;
  }

  /** Records while `work` runs and a moment longer. @returns `{ rate, samples }`, the left channel */
  async hear(work) {
    const name = `recording-${++this.#recordings}`;
    const pcm = `bluealsa:SRV=org.bluealsa.speaker,DEV=${this.box},PROFILE=a2dp`;
    const record = `arecord -q -D ${pcm} -t wav -f S16_LE -c 2 -r 44100 /share/${name}.wav`;
    await this.#machine.must(
      `systemd-run --quiet --collect --unit=${name} sh -c 'until ${record}; do sleep 0.2; done'`,
    );
    try {
      await this.#machine.until('the recording', async () => {
        const { code } = await this.#machine.inside(`test -s /share/${name}.wav`);
        return code === 0;
      });
      await work();
      await delay(LATE_SOUND);
    } finally {
      await this.#machine.inside(`systemctl stop ${name}`);
    }
    return readWav(join(this.#machine.share, `${name}.wav`));
  }

  async #transport() {
    for (const [path, has] of Object.entries(await this.objects())) {
      const transport = has['org.bluez.MediaTransport1'];
      if (path.startsWith(`${this.link}/`) && transport !== undefined) return [path, transport];
    }
    return undefined;
  }

  async #adapter(path) {
    return (await this.objects())[path]['org.bluez.Adapter1'].Address;
  }

  async #set(property, type, value) {
    await this.#machine.must(
      `busctl set-property org.bluez /org/bluez/hci1 org.bluez.Adapter1 ${property} ${type} ${value}`,
    );
  }
}

/** Values of busctl's JSON, without their types. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value);
  if (names.length === 2 && 'type' in value && 'data' in value) return plain(value.data);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
