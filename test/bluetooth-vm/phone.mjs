const NAME = 'Telephone';
const UNIT = 'phone';

/** A phone: the speaker's controller with a BlueALSA that sends (A2DP source). */
export class Phone {
  #machine;
  #side;

  /** @param side the `Speaker` whose controller it takes over; neither side may know the other any more */
  constructor(machine, side) {
    this.#machine = machine;
    this.#side = side;
  }

  async start() {
    await this.#machine.must(
      'systemctl stop speaker-sound && ' +
        'systemd-run --quiet --unit=phone-sound bluealsa -S -B speaker -i hci1 -p a2dp-source && ' +
        `busctl set-property org.bluez /org/bluez/hci1 org.bluez.Adapter1 Alias s ${NAME}`,
    );
    await this.#machine.until('the sound of the phone', () => this.#machine.must('busctl status org.bluealsa.speaker'));
    await this.#side.forgetBox();
  }

  /** Searches for devices until the box is found. */
  async find() {
    await this.#prompt('search', '"scan bredr"', 120);
    try {
      await this.#machine.until('the box to be seen', async () => this.#side.link in (await this.#side.objects()));
    } finally {
      await this.#machine.inside('systemctl stop search');
    }
  }

  /** Pairs with the box, where somebody has to accept; the phone itself accepts without a question. */
  async pair() {
    await this.#prompt('pairing', `"pair ${this.#side.box}"`, 90);
    try {
      await this.#machine.until('the pairing', async () => (await this.#device())?.Paired === true);
    } finally {
      await this.#machine.inside('systemctl stop pairing');
    }
    await this.#side.trustBox();
  }

  async connect() {
    await this.#machine.must(`busctl --timeout=60 call org.bluez ${this.#side.link} org.bluez.Device1 Connect`);
  }

  async play({ name }) {
    const pcm = `bluealsa:SRV=org.bluealsa.speaker,DEV=${this.#side.box},PROFILE=a2dp`;
    await this.#machine.must(
      `systemd-run --quiet --collect --unit=${UNIT} sh -c 'until aplay -q -D ${pcm} /share/music/${name}; do sleep 0.2; done'`,
    );
  }

  async silence() {
    await this.#machine.must(`systemctl stop ${UNIT}`);
  }

  async #device() {
    return (await this.#side.objects())[this.#side.link]?.['org.bluez.Device1'];
  }

  /** Runs a command of bluetoothctl and keeps the program open, since BlueZ ends the request when the program ends. */
  async #prompt(unit, order, seconds) {
    const orders = `echo "select ${this.#side.address}"; sleep 1; echo ${order}; sleep ${seconds}`;
    await this.#machine.must(
      `systemd-run --quiet --collect --unit=${unit} sh -c '(${orders}) | bluetoothctl --agent=NoInputNoOutput'`,
    );
  }
}
