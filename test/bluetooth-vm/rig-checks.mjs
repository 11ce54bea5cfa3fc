import { expect } from '../image/table.mjs';
import { judge, TONE } from './tone.mjs';

/** Time limit of a Bluetooth operation, far more than an emulator needs on a busy machine. */
const CALL_SECONDS = 60;
const DEVICE = 'org.bluez.Device1';

/**
 * Checks the rig with the tools of BlueZ, BlueALSA and ALSA, without the daemon: a failure here is not caused by the
 * daemon. @returns whether the checks of the daemon make sense
 */
export async function checkRig(table, machine, speaker) {
  const failed = table.failed;
  await table.check('power on to a machine without failed units', async () => {
    await machine.ready();
    const { text } = await machine.inside('systemctl is-system-running --wait');
    const { text: units } = await machine.inside('systemctl --failed --plain --no-legend');
    expect(text === 'running', `${text}: ${units}`);
    return text;
  });
  await table.check('two controllers, BlueZ, BlueALSA on either side', async () => {
    await speaker.start();
    await shareBlueAlsa(machine);
    const { text } = await machine.inside('bluetoothctl --version; bluealsa --version; uname -r');
    return text.replaceAll('\n', ', ');
  });
  if (table.failed === failed) await checkChain(table, machine, speaker);
  return table.failed === failed;
}

/** Starts the BlueALSA of the box with the arguments of the image, limited to the first controller. */
async function shareBlueAlsa(machine) {
  const whole = await machine.must('systemctl cat bluealsa.service');
  const command = [...whole.matchAll(/^ExecStart=(.+)$/gm)].at(-1)[1];
  const folder = '/run/systemd/system/bluealsa.service.d';
  await machine.must(
    `mkdir -p ${folder} && printf '[Service]\\nExecStart=\\nExecStart=%s -i hci0\\n' '${command}' > ${folder}/zz-hci0.conf ` +
      '&& systemctl daemon-reload && systemctl restart bluealsa speaker-sound',
  );
  for (const name of ['org.bluealsa', 'org.bluealsa.speaker']) {
    await machine.until(name, async () => (await machine.inside(`busctl status ${name}`)).code === 0);
  }
}

async function checkChain(table, machine, speaker) {
  const pcm = `/org/bluealsa/hci0/${speaker.path.split('/').at(-1)}/a2dpsrc/sink`;
  const device = (method) =>
    machine.must(`busctl --timeout=${CALL_SECONDS} call org.bluez ${speaker.path} ${DEVICE} ${method}`);
  await table.check('plain tools: found, paired, connected', async () => {
    await find(machine, speaker);
    await device('Pair');
    await machine.must(`busctl set-property org.bluez ${speaker.path} ${DEVICE} Trusted b true`);
    await speaker.trustBox();
    await device('Connect');
    await machine.until(
      'the sound of the speaker',
      async () => (await machine.inside('bluealsa-cli list-pcms')).text === pcm,
    );
    return speaker.address;
  });
  await table.check('plain tools: a tone arrives', async () => {
    // The box starts a new speaker at a low volume.
    await machine.must(`bluealsa-cli soft-volume ${pcm} off && bluealsa-cli volume ${pcm} 127`);
    const play = `aplay -q -D bluealsa:DEV=${speaker.address},PROFILE=a2dp /share/music/${TONE.name}`;
    return judge(await speaker.hear(() => machine.must(play)), TONE);
  });
  await table.check('plain tools: volume, from here to there and back', async () => {
    await machine.must(`bluealsa-cli volume ${pcm} 64`);
    await machine.until('the speaker at 64', async () => (await speaker.volume()) === 64);
    await speaker.turnTo(32);
    await machine.until('BlueALSA at 32', async () =>
      /\b32\b/.test((await machine.inside(`bluealsa-cli volume ${pcm}`)).text),
    );
    return '64, 32';
  });
  await table.check('plain tools: switched off, switched on', async () => {
    const isConnected = async () => (await speaker.objects())[speaker.path]?.[DEVICE].Connected;
    await speaker.off();
    await machine.until('the loss', async () => (await isConnected()) === false);
    await speaker.on();
    await device('Connect');
    return 'connected again';
  });
  await table.check('plain tools: forgotten on both sides', async () => {
    await machine.must(`busctl call org.bluez /org/bluez/hci0 org.bluez.Adapter1 RemoveDevice o ${speaker.path}`);
    await speaker.forgetBox();
    const left = Object.keys(await speaker.objects()).filter((path) => path.includes('/dev_'));
    expect(left.length === 0, left.join(' '));
    return 'nothing left';
  });
}

/** Searches for devices; BlueZ ends the search when the program that started it ends. */
async function find(machine, speaker) {
  const search = `(echo "select ${speaker.box}"; echo "scan bredr"; sleep 120) | bluetoothctl`;
  await machine.must(`systemd-run --quiet --collect --unit=search sh -c '${search}'`);
  try {
    await machine.until('the speaker to be found', async () => speaker.path in (await speaker.objects()));
  } finally {
    await machine.inside('systemctl stop search');
  }
}
