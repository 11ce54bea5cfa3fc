import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { readWav } from '../image/wav.mjs';

const OBJECTS = 'org.bluez / org.freedesktop.DBus.ObjectManager GetManagedObjects';
const NAME = 'Loudspeaker';
/** How often is looked, about twice a second, until the controllers are made anew. */
const GREETING_TRIES = 12;
/** What the air, the codec and the file system still hold when the player has ended. */
const LATE_SOUND = 3000;

/**
 * The other side: the second controller with a name and a will of its own. It is another device to the box, although
 * one BlueZ serves both. Everything here is what a person does at a speaker, or what a microphone before it hears.
 */
export class Speaker {
  #machine;
  #recordings = 0;
  name = NAME;

  constructor(machine) {
    this.#machine = machine;
  }

  /** Visible under its name, willing to pair. */
  async start() {
    await this.#controllers();
    await this.#set('Alias', 's', `"${NAME}"`);
    await this.on();
    this.address = await this.#adapter('/org/bluez/hci1');
    this.box = await this.#adapter('/org/bluez/hci0');
    /** As its own side names the box. */
    this.link = `/org/bluez/hci1/dev_${this.box.replaceAll(':', '_')}`;
    /** As the box's side names it. */
    this.path = `/org/bluez/hci0/dev_${this.address.replaceAll(':', '_')}`;
  }

  /**
   * The kernel may greet a controller in software before btvirt has heard what it is called (`hci_vhci`): then btvirt takes
   * the greeting for that and never answers it. Made anew, they seldom meet so again.
   */
  async #controllers() {
    let asked = 0;
    await this.#machine.until('both controllers', async () => {
      if (++asked % GREETING_TRIES === 0) await this.#machine.must('systemctl restart btvirt');
      const objects = await this.objects();
      return objects['/org/bluez/hci0'] && objects['/org/bluez/hci1'];
    });
  }

  /** All of BlueZ's objects: path → interface → property → value. */
  async objects() {
    const said = JSON.parse(await this.#machine.must(`busctl --json=short call ${OBJECTS}`));
    return plain(said.data[0]);
  }

  /** The switch on its back. */
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

  /** Lets in whom it has paired with, as a speaker does. */
  async trustBox() {
    await this.#machine.must(`busctl set-property org.bluez ${this.link} org.bluez.Device1 Trusted b true`);
  }

  /** What it remembers of the box is gone. */
  async forgetBox() {
    await this.#machine.inside(`busctl call org.bluez /org/bluez/hci1 org.bluez.Adapter1 RemoveDevice o ${this.link}`);
  }

  /** @param button Play, Pause, Next or Previous, as the keys of AVRCP are called there */
  async press(button) {
    await this.#machine.must(`busctl call org.bluez ${this.link} org.bluez.MediaControl1 ${button}`);
  }

  /** What its display shows of the box's player: MediaPlayer1 of org.bluez, or undefined. */
  async display() {
    const entries = Object.entries(await this.objects());
    return entries.find(([path, has]) => path.startsWith(`${this.link}/`) && has['org.bluez.MediaPlayer1'])?.[1][
      'org.bluez.MediaPlayer1'
    ];
  }

  /** Its own volume, 0 to 127; undefined while there is no stream set up. */
  async volume() {
    return (await this.#transport())?.[1].Volume;
  }

  /** The wheel on it. */
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

  /** What is heard while `work` runs and a moment longer: `{ rate, samples }`, the left channel. */
  async hear(work) {
    const name = `heard-${++this.#recordings}`;
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

/** busctl's JSON without its types. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value);
  if (names.length === 2 && 'type' in value && 'data' in value) return plain(value.data);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
