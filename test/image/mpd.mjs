import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CACHE, DEBIAN } from '../../image/paths.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { expect } from './table.mjs';

/**
 * Compares the processor time of Tonearm and MPD while they play one album to one ALSA device, one after the other:
 * from the command to play until shortly before the end, because both decode far ahead.
 */
const ALBUM = 'Nova Kestrel/Paper Satellites';
const LIBRARY = '/usr/share/tonearm/demo';
const WINDOW = 80_000;
/** QEMU writes 16-bit stereo at 48 kHz. */
const RECORDED_BYTES_PER_SECOND = 48_000 * 4;
const START_LIMIT = 300_000;
const CONFIGURATION = [
  `music_directory "${LIBRARY}"`,
  'db_file "/run/mpd/database"',
  'bind_to_address "127.0.0.1"',
  ...['audio_output {', 'type "alsa"', 'name "card"', 'device "default"', 'mixer_type "none"', '}'],
];

/** Makes a squashfs of Debian's MPD for arm64 and the libraries that the box lacks. @returns its path */
export async function makeMpdDisk(folder) {
  const tree = realpathSync(DEBIAN);
  const work = join(folder, 'mpd');
  const disk = join(folder, 'mpd.squashfs');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'debs/partial'), { recursive: true });
  await call(
    'apt-get',
    ['-qq', '-y', '--download-only', '-o', `Dir::State::status=${join(tree, 'var/lib/dpkg/status')}`].concat([
      ...['-o', `Dir::Cache::archives=${join(work, 'debs')}`, 'install', 'mpd'],
    ]),
    { APT_CONFIG: join(CACHE, 'apt/apt.conf') },
  );
  const { stdout } = await call('find', [join(work, 'debs'), '-name', '*.deb']);
  for (const deb of stdout.trim().split('\n')) await call('dpkg-deb', ['-x', deb, join(work, 'tree')]);
  await call('mksquashfs', [join(work, 'tree'), disk, '-noappend', '-quiet', '-no-progress']);
  return disk;
}

const call = (program, args, env = {}) => mustRun(program, program, args, { capture: true, env });

/** @param box was started with the disk of `makeMpdDisk` as its first extra drive */
export async function compareWithMpd(table, box) {
  await table.check('processor time of Tonearm : MPD', async () => {
    const ours = await ofTonearm(box);
    const theirs = await ofMpd(box);
    return `${ours.toFixed(1)} % : ${theirs.toFixed(1)} % of one core = ${(ours / theirs).toFixed(2)}`;
  });
}

async function ofTonearm(box) {
  const { text } = await box.inside(`find "${LIBRARY}/${ALBUM}" -name "*.mp3" | sort`);
  await box.ask('/playlists', { method: 'POST', body: { tracks: text.split('\n') } });
  const share = await measure(box, 'tonearm', () => box.ask('/playlists/start', { method: 'PUT', body: {} }));
  const { output_problem: problem, status } = await box.ask('/player/status');
  expect(status === 1 && problem === undefined, `Tonearm does not play: ${JSON.stringify(problem)}`);
  await box.inside('systemctl stop tonearm.socket tonearm');
  return share;
}

async function ofMpd(box) {
  const lines = CONFIGURATION.map((line) => `'${line}'`).join(' ');
  // In a mount namespace of its own, so that only MPD sees its files laid over those of the box.
  const begin =
    'mount -t overlay overlay -o lowerdir=/run/mpd-disk/usr:/usr /usr && exec mpd --no-daemon /run/mpd/conf';
  const { text, code } = await box.inside(
    `mkdir -p /run/mpd-disk /run/mpd && mount -o ro /dev/vdb /run/mpd-disk && printf '%s\\n' ${lines} > /run/mpd/conf && ` +
      `systemd-run --quiet --unit=mpd unshare --mount sh -c '${begin}'`,
  );
  expect(code === 0, text);
  await box.until('MPD', async () => (await sendToMpd(box, 'update')).includes('updating_db'), START_LIMIT);
  await box.until('its database', async () => !(await sendToMpd(box, 'status')).includes('updating_db'));
  await sendToMpd(box, `add "${ALBUM}"`);
  const share = await measure(box, 'mpd', () => sendToMpd(box, 'play'));
  expect((await sendToMpd(box, 'status')).includes('state: play'), 'MPD does not play');
  await box.inside('systemctl stop mpd; systemctl start tonearm.socket tonearm');
  return share;
}

/** Sends commands of MPD's protocol from inside the box; bash opens the connection. @returns text of the answers */
async function sendToMpd(box, commands) {
  const { text } = await box.inside(
    `bash -c 'exec 3<>/dev/tcp/127.0.0.1/6600; printf "%s\\n" "$0" close >&3; timeout 20 cat <&3' '${commands}'`,
  );
  return text;
}

/**
 * Percent of one core that a unit uses from `start` on, over the window. @throws Error when less than 80 % of it was
 * recorded
 */
async function measure(box, unit, start) {
  const used = async () => Number((await box.inside(`systemctl show --property=CPUUsageNSec --value ${unit}`)).text);
  const before = await used();
  const begin = performance.now();
  const recorded = statSync(box.recording).size;
  await start();
  await delay(WINDOW);
  const recordedSeconds = (statSync(box.recording).size - recorded) / RECORDED_BYTES_PER_SECOND;
  expect(recordedSeconds > (0.8 * WINDOW) / 1000, `${unit}: only ${recordedSeconds.toFixed(1)} s were recorded`);
  return ((await used()) - before) / 1e4 / (performance.now() - begin);
}
