import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_LIBRARY } from '../../native/setup/demo.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { STEP_LIMIT } from './box.mjs';
import { Starvation } from './starvation.mjs';
import { BACKUP_STICK, STICK, TONE } from './sticks.mjs';
import { expect } from './table.mjs';
import { describe, likeness, readWav, shareOfTone } from './wav.mjs';

const ALBUM = 'Nova Kestrel/Paper Satellites';
const ON_THE_BOX = '/usr/share/tonearm/demo';
/** A box that plays has 110 in use; the checks before have started helpers that end by themselves (polkit, timedated). */
const MOST_MEMORY_MB = 125;
/** Number of services that the box announces: `_tonearm` and `_http`. */
const SERVICES = 3;
const PLAYING = 1;
/** Volume steps beyond every scale: the box clamps to the maximum. */
const MANY_STEPS = 10_000;

/** @returns the address of the script that the page loads after its first screen */
async function scriptOf(box) {
  const page = await fetch(`http://127.0.0.1:${box.ports[6063]}/`, { signal: AbortSignal.timeout(60_000) });
  return /\/scripts\/\w+\.js/.exec(await page.text())?.[0];
}

/** Waits from power on to HTTP, then checks the state of systemd. @returns whether HTTP is answered */
export async function checkStart(table, box) {
  const answered = await table.check(`${box.memory} MB: power on to GET :6063/version`, () => box.answers());
  if (answered === undefined) return false;
  await table.check('GET :80/version', () => box.answers(80));
  await table.check('the page, its second script and its texts in German, as the build compressed them', async () => {
    const sizes = [];
    for (const path of ['/', '/locales/de.json', await scriptOf(box)]) {
      const response = await fetch(`http://127.0.0.1:${box.ports[6063]}${path}`, {
        signal: AbortSignal.timeout(60_000),
      });
      const { length } = await response.text();
      const coding = response.headers.get('content-encoding');
      expect(response.ok && coding === 'gzip' && length > 10_000, `${path}: ${response.status} ${coding} ${length}`);
      sizes.push(`${path} ${length}`);
    }
    return sizes.join(', ');
  });
  await table.check('systemctl is-system-running', async () => {
    const { text } = await box.inside('systemctl is-system-running --wait');
    expect(text === 'running', text);
    return text;
  });
  await table.check('failed units, ordering cycles', async () => {
    const { text: units } = await box.inside('systemctl --failed --plain --no-legend');
    expect(units === '', units);
    const { text: cycles } = await box.inside('journalctl --boot --no-pager | grep -i "ordering cycle"');
    expect(cycles === '', cycles);
    return '0, 0';
  });
  await table.check('root read-only, /data grown', async () => {
    const { text } = await box.inside(
      'findmnt -no OPTIONS / | cut -d, -f1; df -m --output=size /data | tail -n 1; stat -fc %s /data; findmnt -no OPTIONS /data',
    );
    const [root, megabytes, block, options] = text.split(/\s+/);
    expect(root === 'ro', `root is ${root}`);
    expect(block === '4096' && /errors=remount-ro/.test(options), `/data has blocks of ${block}, ${options}`);
    expect(Number(megabytes) > 1500, `/data has ${megabytes} MB`);
    return `${megabytes} MB`;
  });
  await table.check('the slot is confirmed', async () => {
    const { text } = await box.inside(
      'systemctl start tonearm-slot-good && /usr/lib/tonearm/box/slot-counters show | grep A_LEFT',
    );
    expect(text === 'BOOT_A_LEFT=8', text);
    return text;
  });
  return true;
}

/** Checks that the box is found by its name, and by the host name of the settings, which Avahi lets the daemon set. */
export async function checkDiscovery(table, box) {
  const found = (host) =>
    box.until(`it is found as ${host}`, async () => {
      const { host_name: name, services } = await box.ask('/system/discovery');
      return name === host && services.length === SERVICES ? services : undefined;
    });
  await table.check('found by name', async () => {
    const services = await found('tonearm.local');
    return services.map(({ type, name, port }) => `${name} ${type} ${port}`).join(', ');
  });
  await table.check('found by the host name of the settings, and its own again', async () => {
    await box.ask('/settings', { method: 'PUT', body: { host_name: 'kitchen' } });
    await found('kitchen.local');
    await box.ask('/settings', { method: 'PUT', body: { host_name: '' } });
    await found('tonearm.local');
    return 'kitchen.local, tonearm.local';
  });
}

/** Checks what a person sees on a connected screen, by the text memory of its terminal (vcs(4)). */
export async function checkScreen(table, box) {
  await table.check('a connected screen shows the address', async () => {
    const shown = () => box.inside('fold -w "$(stty -F /dev/tty1 size | cut -d" " -f2)" /dev/vcs1 | grep -F .local');
    const { text } = await box.until('an address', async () => {
      const result = await shown();
      return result.code === 0 ? result : undefined;
    });
    return text.trim();
  });
}

/** Checks that the volume steps of the REST API are the steps of the card's hardware mixer. */
export async function checkVolume(table, box) {
  await table.check('PUT /player/volume moves the mixer of the card', async () => {
    const mixer = async () => {
      const { text } = await box.inside('amixer -c 0 | grep -m 1 "Front Left: Playback"');
      return Number(/Playback (\d+)/.exec(text)?.[1]);
    };
    const before = await mixer();
    await box.ask('/player/volume', { method: 'PUT', body: { steps: 7 } });
    const after = await mixer();
    const { volume, max } = await box.ask('/player/volume');
    expect(after === before + 7 && volume === after, `from ${before} to ${after}, reported ${volume}`);
    return `${before} to ${after} of ${max}`;
  });
}

/** File names of the demo album. */
const albumNames = () =>
  readdirSync(join(DEMO_LIBRARY, ALBUM))
    .filter((name) => name.endsWith('.mp3'))
    .sort();
const onBox = (name) => `${ON_THE_BOX}/${ALBUM}/${name}`;

/** Path on the box of the first track of the demo album. */
export const demoTrack = () => onBox(albumNames()[0]);

/** Plays the demo album, or its first tracks, over REST, and compares QEMU's recording with the output of mpg123. */
export async function checkAlbum(table, box, { tracks, when = '' }) {
  const names = albumNames().slice(0, tracks);
  const locations = names.map(onBox);
  let recording;
  await table.check(`demo album over REST (${names.length} tracks)${when}`, async () => {
    recording = await play(box, locations);
    return `${recording.seconds.toFixed(2)} s recorded`;
  });
  if (recording === undefined) return;
  await table.check(`recording: length, level, likeness${when}`, async () => {
    const reference = await decode(
      names.map((name) => join(DEMO_LIBRARY, ALBUM, name)),
      join(box.folder, 'album.wav'),
    );
    return judged(box, locations, recording, (each) => compare(each, reference));
  });
  await table.check(`memory in use while playing, at most ${MOST_MEMORY_MB} MB${when}`, () => {
    expect(recording.memory <= MOST_MEMORY_MB, `${recording.memory} MB`);
    return `${recording.memory} MB`;
  });
}

function compare(recording, reference) {
  const late = recording.seconds - reference.seconds;
  const decibels = 20 * Math.log10(recording.level / reference.level);
  const alike = likeness(recording.peaks, reference.peaks);
  const said =
    `${(late * 1000).toFixed(0)} ms longer than ${reference.seconds.toFixed(2)} s, ` +
    `${decibels.toFixed(2)} dB, likeness ${alike.toFixed(3)}`;
  expect(Math.abs(late) <= 0.1 && Math.abs(decibels) <= 1 && alike > 0.9, said);
  return said;
}

/**
 * @returns the result of `judge` for the recording. When the check fails and the emulator was short of processor time
 * meanwhile, the tracks are played and recorded a second time, and that recording counts.
 */
async function judged(box, locations, recording, judge) {
  try {
    return judge(recording);
  } catch (error) {
    if (!recording.starvation.isStarved) throw new Error(`${error.message}; ${recording.starvation}`, { cause: error });
    const again = await play(box, locations);
    const before = `the second time: at first ${error.message}, and ${recording.starvation}`;
    try {
      return `${judge(again)} (${before})`;
    } catch (second) {
      throw new Error(`${second.message}; ${again.starvation} (${before})`, { cause: second });
    }
  }
}

/**
 * Plays the tracks to the end at full volume. @returns description of the recording, memory in use (MB), and the
 * processor starvation of the emulator
 */
async function play(box, locations) {
  const starvation = new Starvation(box.pid);
  await box.ask('/player/volume', { method: 'PUT', body: { steps: MANY_STEPS } });
  const from = statSync(box.recording).size;
  await box.ask('/playlists', { method: 'POST', body: { tracks: locations } });
  starvation.watch();
  await box.ask('/playlists/start', { method: 'PUT', body: {} });
  // On a busy machine a short track may be over before the first look; then the recording has grown.
  const isPlaying = async () => (await box.ask('/player/status')).status === PLAYING;
  await box.until('playing', async () => (await isPlaying()) || statSync(box.recording).size > from);
  await delay(4000);
  const memory = await memoryInUse(box);
  await box.until('the end of the queue', async () => (await box.ask('/player/status')).status !== PLAYING);
  // Time for the frames in the card's buffer, and for QEMU to write its file.
  await delay(3000);
  starvation.end();
  return { ...describe(readWav(box.recording, from)), memory, starvation };
}

/** Memory in use in MB: total minus available of /proc/meminfo. */
export async function memoryInUse(box) {
  const { text } = await box.inside('sed -n "s/^Mem\\(Total\\|Available\\): *//p" /proc/meminfo');
  const [total, available] = text.split('\n').map((line) => parseInt(line, 10));
  return Math.round((total - available) / 1024);
}

async function decode(files, wav) {
  await mustRun('mpg123', 'mpg123', ['-q', '-r', '48000', '-w', wav, ...files], { capture: true });
  return describe(readWav(wav));
}

/**
 * Plugs sticks in and out while the box runs. The kernel names USB disks in the order in which they arrive: sda, sdb.
 */
export async function checkSticks(table, box, sticks) {
  const plug = async (name, readOnly = 'on') => {
    await box.monitor(`drive_add 0 if=none,id=drive-${name},file=${sticks[name]},format=raw,readonly=${readOnly}`);
    await box.monitor(`device_add usb-storage,drive=drive-${name},id=${name}`);
  };
  const journal = (device, words) =>
    box.until(`"${words}" for ${device}`, async () => {
      const { text } = await box.inside(`journalctl --boot --no-pager --output=cat --unit=tonearm-stick@${device}`);
      return text.split('\n').find((line) => line.startsWith(`${device} `) && line.includes(words));
    });
  await table.check('a stick is mounted read-only', async () => {
    await plug('music');
    await journal('sda', 'is mounted under');
    const { text } = await box.inside(`findmnt -no OPTIONS "/media/tonearm/${STICK.folder}"`);
    expect(/^ro,/.test(text), text);
    return `${await secondsToMount(box, 'sda')} s after the kernel saw it`;
  });
  await table.check('a file on it plays', async () => {
    const locations = [`/media/tonearm/${STICK.folder}/${TONE.name}`];
    return judged(box, locations, await play(box, locations), ({ seconds, level, sounding }) => {
      const decibels = 20 * Math.log10((level * Math.SQRT2) / (TONE.amplitude * 32_768));
      const share = shareOfTone(sounding, 48_000, TONE.hertz);
      const said = `${seconds.toFixed(2)} s, ${decibels.toFixed(2)} dB, ${(100 * share).toFixed(1)} % of it ${TONE.hertz} Hz`;
      expect(Math.abs(seconds - TONE.seconds) <= 0.1 && Math.abs(decibels) <= 1 && share > 0.9, said);
      return said;
    });
  });
  await table.check('a copy of it beside it', async () => {
    await plug('twin');
    return journal('sdb', `is mounted under /media/tonearm/${STICK.folder} 2`);
  });
  await table.check('a stick with a broken file system', async () => {
    await plug('broken');
    return journal('sdc', 'is not mounted');
  });
  await table.check('a stick without a file system', async () => {
    await plug('empty');
    return journal('sdd', 'is not mounted');
  });
  await table.check('GET /system/roots lists each of them', async () => {
    const { roots, sticks } = await box.ask('/system/roots');
    const said = JSON.stringify({ roots, sticks });
    const stick = (device) => sticks?.find((each) => each.device === device);
    const root = roots.find(({ path }) => path === `/media/tonearm/${STICK.folder}`);
    expect(stick('sda')?.state === 'mounted' && stick('sda').path === `/media/tonearm/${STICK.folder}`, said);
    expect(stick('sdd')?.state === 'refused' && stick('sdd').reason !== null, said);
    expect(root?.read_only === true && root.tracks > 0, said);
    return `${sticks.length} sticks, ${roots.length} roots`;
  });
  await table.check('a backup goes to the stick that can be written, and makes it read-only again', async () => {
    await plug('backup', 'off');
    await journal('sde', 'is mounted under');
    await box.ask('/settings', { method: 'PUT', body: { backup_to_stick: true } });
    const stick = await box.until('an end of the copy', async () => {
      const said = (await box.ask('/system/backups')).stick;
      return ['copied', 'failed'].includes(said?.state) ? said : undefined;
    });
    expect(stick.state === 'copied', JSON.stringify(stick));
    const point = `/media/tonearm/${BACKUP_STICK.folder}`;
    const { text } = await box.inside(`findmnt -no OPTIONS "${point}"; ls "${point}/Tonearm backups"`);
    const [options, ...names] = text.split('\n');
    expect(/^ro,/.test(options) && names.length === 1 && names[0].startsWith('tonearm-backup-'), text);
    await box.ask('/settings', { method: 'PUT', body: { backup_to_stick: false } });
    return names[0];
  });
  await table.check('all pulled out, the box is well', async () => {
    for (const name of Object.keys(sticks)) await box.monitor(`device_del ${name}`);
    await box.until('no stick', async () => (await box.inside('ls /media/tonearm')).text === '');
    await delay(2000);
    const { text } = await box.inside('systemctl is-system-running; systemctl --failed --plain --no-legend');
    expect(text === 'running', text);
    await box.ask('/version');
    return text;
  });
}

/** Seconds between the kernel's line about the disk and ours in the journal. */
async function secondsToMount(box, device) {
  const { text } = await box.inside(
    `journalctl --boot --no-pager --output=short-monotonic | grep -E "\\[${device}\\] Attached|${device} .*is mounted"`,
  );
  const [attached, mounted] = text.split('\n').map((line) => Number(/\[ *([\d.]+)\]/.exec(line)?.[1]));
  return (mounted - attached).toFixed(1);
}

/** Restarts the box over REST. @returns seconds until it has answered again */
export async function restart(box) {
  const boot = async () => (await box.inside('cat /proc/sys/kernel/random/boot_id', 30_000)).text;
  const before = await boot();
  await box.ask('/system/power', { method: 'PUT', body: { action: 'restart' } });
  const begin = performance.now();
  await box.until('another boot', async () => {
    await box.ask('/version');
    return (await boot()) !== before;
  });
  return (performance.now() - begin) / 1000;
}

export async function checkReboot(table, box) {
  await table.check('answers again after a reboot', async () => {
    const { amount } = await box.ask('/playlists/amount');
    const seconds = await restart(box);
    const again = await box.ask('/playlists/amount');
    expect(again.amount === amount, `the queue had ${amount} tracks and has ${again.amount}`);
    const { text } = await box.inside('systemctl is-system-running --wait');
    expect(text === 'running', text);
    const { timezone } = await box.ask('/system/time');
    expect(timezone === ZONE, `the time zone was ${ZONE} and is ${timezone}`);
    const { kept_log: kept } = await box.ask('/system/diagnostics');
    const end = kept.findIndex((line) => line.includes(': orderly stop at '));
    const isWhole = kept.slice(0, Math.max(end, 0)).some((line) => line.includes('Stopped tonearm.service'));
    expect(isWhole, `the log of the start before has no end: ${kept.slice(-20).join('\n')}`);
    return `${seconds.toFixed(1)} s after the order, with its queue, its time zone and the log of the start before`;
  });
}

/** Cuts the power, and starts the box with a clock at 1970, as all boards without a battery have it. */
export async function checkPowerCut(table, box) {
  await table.check('after a power cut time goes on, though the clock of the machine is at 1970', async () => {
    const now = async () => Number((await box.inside('date +%s')).text);
    // The time is kept when others write, as this setting does.
    await box.ask('/settings', { method: 'PUT', body: { bass: 1 } });
    await box.until(
      'a kept time',
      async () => Number((await box.inside('cat /data/system/clock')).text) > (await now()),
    );
    await box.inside('sync');
    const before = await now();
    box.rtc = '1970-01-01';
    await box.cutPower();
    await box.answers();
    const after = await now();
    const { text: trouble } = await box.inside(
      'systemctl is-system-running --wait; systemctl --failed --plain --no-legend',
    );
    const { text: machine } = await box.inside('cat /sys/class/rtc/rtc0/since_epoch');
    const { text: restored } = await box.inside('journalctl --boot --no-pager --output=cat --identifier=clock');
    const { time } = await box.ask('/system/time');
    const said = `before ${before}, after ${after}, reported ${time}, of the machine ${machine}; ${restored}`;
    expect(Number(machine) < 86_400, said);
    expect(after >= before && Date.parse(time) / 1000 >= before, said);
    expect(/\b20\d\d\b/.test(restored), `${said}; the time was not restored`);
    expect(trouble === 'running', trouble);
    return `${after - before} s later, ${machine} s after 1970 by the machine`;
  });
}

const ZONE = 'Asia/Kolkata';

/** Checks clock and time zone, set by the daemon's own user: systemd cannot save them in a read-only root. */
export async function checkClock(table, box) {
  const put = (body) => box.ask('/system/time', { method: 'PUT', body });
  const inside = async (line) => (await box.inside(line)).text;
  const trouble = () =>
    inside('journalctl --boot --no-pager -n 12 -u systemd-timedated -u polkit -u systemd-timesyncd');
  await table.check('GET /system/time', async () => {
    const clock = await box.ask('/system/time');
    const there = Number(await inside('date +%s'));
    const said = `${JSON.stringify(clock)}, inside ${there}`;
    expect(Math.abs(Date.parse(clock.time) / 1000 - there) < 60, said);
    expect(clock.timezone === 'UTC' && clock.ntp && clock.ntp_available, `${said}; ${await trouble()}`);
    return clock.time;
  });
  await table.check(`PUT /system/time: ${ZONE}`, async () => {
    await put({ timezone: ZONE });
    const { timezone } = await box.ask('/system/time');
    const link = await inside('readlink -f /etc/localtime; date +%Z');
    const said = `reported ${timezone}, inside ${link}`;
    expect(timezone === ZONE && link === `/usr/share/zoneinfo/${ZONE}\nIST`, `${said}; ${await trouble()}`);
    return said.replace('\n', ' ');
  });
  await table.check('PUT /system/time: by hand, then by the network again', async () => {
    const time = new Date().toISOString();
    await put({ ntp: false, time });
    const { ntp } = await box.ask('/system/time');
    const off = await inside('systemctl is-active systemd-timesyncd; ls /data/tonearm/network-time-off');
    expect(
      !ntp && off === 'inactive\n/data/tonearm/network-time-off',
      `reported ${ntp}, inside ${off}; ${await trouble()}`,
    );
    await put({ ntp: true });
    await box.until(
      'the time service',
      async () => (await inside('systemctl is-active systemd-timesyncd')) === 'active',
    );
    const mark = await inside('ls /data/tonearm/network-time-off');
    expect(mark.includes('No such file'), `inside ${mark}`);
    return `${time} set`;
  });
  await table.check('polkit lets the daemon do nothing else', async () => {
    const call =
      'busctl call org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager StartUnit ss';
    const { text, code } = await box.inside(`setpriv --reuid tonearm --clear-groups ${call} rescue.target replace`);
    expect(code !== 0 && /authentication required|denied/i.test(text), `${code}: ${text}`);
    return text.split('\n')[0];
  });
}

/** Shuts the box down over REST; the last check of a box. */
export async function checkShutdown(table, box) {
  await table.check('PUT /system/power: the box powers off', async () => {
    const begin = performance.now();
    await box.ask('/system/power', { method: 'PUT', body: { action: 'shutdown' } });
    const isOff = await Promise.race([box.stopped.then(() => true), delay(STEP_LIMIT, false, { ref: false })]);
    if (isOff) return `${((performance.now() - begin) / 1000).toFixed(1)} s after the order`;
    const jobs = await box.inside('systemctl list-jobs --no-pager', 30_000).catch((error) => ({ text: error.message }));
    throw new Error(`still on after ${STEP_LIMIT / 1000} s; jobs: ${jobs.text}; its console: ${box.log}`);
  });
}

/** Checks a DAC that is plugged in later: when the daemon starts, the kernel has no sound at all. */
export async function checkLateCard(table, box) {
  await table.check('a card that comes after the daemon', async () => {
    const { text, code } = await box.inside(
      'systemctl stop tonearm.socket tonearm; modprobe --remove --wait 10000 snd-usb-audio; ' +
        'rmmod snd_timer snd_rawmidi snd_seq_device snd soundcore; ! grep alsa /proc/devices && ' +
        'systemctl start tonearm.socket tonearm && modprobe snd-usb-audio',
    );
    expect(code === 0, text);
    await box.until('a card', async () => (await box.ask('/player/volume')).max > 0);
    return 'found';
  });
  await checkAlbum(table, box, { tracks: 1, when: ', on that card' });
}
