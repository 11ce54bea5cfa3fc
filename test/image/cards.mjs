/**
 * Boots cards with the files that set up a box, one for each format and one with damaged files: name, time zone, country
 * and report, then Wi-Fi over two radios in software (`mac80211_hwsim` of the box's own kernel).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { RECIPE } from '../../image/paths.mjs';
import { at } from '../../native/setup/paths.mjs';
import { Box } from './box.mjs';
import { FIRMWARE, readFromCard, writeToCard } from './card-files.mjs';
import { checkShutdown, restart } from './checks.mjs';
import { expect } from './table.mjs';

const MEMORY = 448;
const REPORT = 'setup-report.txt';
const UNDERSTOOD = 'Understood and set:';
const TAKEN_OUT = 'Passwords were taken out of';
const LONGEST_JOIN = 180_000;
/** The access point is none of the box's own networks. */
const AIR_ADDRESS = '10.43.0.1';
const AIR_LEASES = '10.43.0.50,10.43.0.99,1h';

/** Files as Raspberry Pi Imager writes them; in TypeScript, which this Node does not read. */
async function imagerFiles() {
  const { code } = await transform(readFileSync(at('test/card/imager.ts'), 'utf8'), { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** The file for people, with its examples turned on, another name and network, and a mistake. */
function ownFile(hostName) {
  const shipped = readFileSync(join(RECIPE, 'boot/tonearm.toml'), 'utf8');
  return shipped
    .replace(/^#(?=(?:hostname|timezone|country|ssid|password) =|\[\[wifi)/gm, '')
    .replace('"kitchen"', `"${hostName}"`)
    .replace('"Europe/Berlin"', '"Asia/Tokyo"')
    .replace('"DE"', '"JP"')
    .replace('"Name of the network"', '"Café 5"')
    .replace('"its password"', `'with "quotes" and \\'`)
    .concat('\n[[wifi]]\nssid = "Office"\npassword = "short"\n');
}

async function formats() {
  const imager = await imagerFiles();
  const { FULL } = imager;
  const preseed = { ...FULL, hostName: 'office', timeZone: 'America/New_York', country: 'US', hidden: false };
  const cmdline = imager.imagerCmdline(readFileSync(join(RECIPE, 'boot/cmdline.txt'), 'utf8'));
  return [
    {
      title: 'user-data, network-config, meta-data',
      name: 'card-cloud-init',
      files: {
        'user-data': imager.imagerUserData(FULL),
        'network-config': imager.imagerNetworkConfig(FULL),
        'meta-data': imager.imagerMetaData(),
        'cmdline.txt': cmdline,
      },
      bootArguments: cmdline,
      ...{ hostName: 'kitchen', timeZone: 'Europe/Berlin', country: 'DE', secretsIn: ['user-data', 'network-config'] },
      network: { ssid: 'Home', password: FULL.password, hidden: true },
      report: [
        'user-data:4: host name kitchen',
        'time zone Europe/Berlin',
        'country DE',
        'Wi-Fi network "Home", with key, hidden',
        'user: this box has no login',
        'runcmd: this box runs no commands from the card',
      ],
    },
    {
      title: 'rpi-preseed.toml',
      name: 'card-preseed',
      files: { 'rpi-preseed.toml': imager.imagerPreseed(preseed) },
      ...{ hostName: 'office', timeZone: 'America/New_York', country: 'US', secretsIn: ['rpi-preseed.toml'] },
      network: { ssid: 'Home', password: FULL.password, hidden: false },
      report: [
        'host name office',
        'time zone America/New_York',
        'country US',
        'Wi-Fi network "Home", with key',
        'ssh: this box has no login',
      ],
    },
    {
      title: 'tonearm.toml',
      name: 'card-tonearm',
      files: { 'tonearm.toml': ownFile('attic') },
      edited: { 'tonearm.toml': (text) => text.replace('"attic"', '"cellar"') },
      ...{ hostName: 'attic', timeZone: 'Asia/Tokyo', country: 'JP', secretsIn: ['tonearm.toml'] },
      network: { ssid: 'Café 5', password: `with "quotes" and \\`, hidden: false },
      report: [
        'host name attic',
        'time zone Asia/Tokyo',
        'country JP',
        'Wi-Fi network "Café 5", with password',
        'wifi.1.password: a Wi-Fi password has 8 to 63 characters',
      ],
    },
  ];
}

/** Each format on a card of its own, then all of them damaged. @param flash makes a fresh card by name */
export async function checkCards(table, folder, flash) {
  for (const format of await formats()) await checkFormat(table, folder, flash, format);
  await checkDamaged(table, folder, flash);
}

async function checkFormat(table, folder, flash, format) {
  const { title, name, files, bootArguments, edited } = format;
  const card = await flash(name);
  await writeToCard(card, FIRMWARE, files, folder);
  const box = new Box({ name, folder, card, memory: MEMORY });
  if (bootArguments !== undefined) box.bootArguments = bootArguments;
  const check = (what, work) => table.check(`${title}: ${what}`, work);
  try {
    if (!(await checkName(check, box, format.hostName))) return;
    await checkSettings(check, box, format);
    await checkReport(check, box, format.report);
    await checkJoin(check, box, format);
    await checkSecrets(check, box, format);
    await check('after a restart the files are not applied again', async () => {
      await restart(box);
      await isFound(box, format.hostName);
      const said = await journal(box);
      expect(!said.includes(UNDERSTOOD), said);
      const report = await readFromCard(card, FIRMWARE, REPORT);
      expect(report.includes(TAKEN_OUT), report);
    });
    if (edited !== undefined) await checkEdited(table, check, box, { ...format, folder });
    else await box.quit();
  } finally {
    await box.quit();
  }
}

/** The files are edited on a computer, with the passwords already taken out. */
async function checkEdited(table, check, box, { edited, network, folder }) {
  await checkShutdown(table, box);
  for (const [name, change] of Object.entries(edited)) {
    const text = await readFromCard(box.card, FIRMWARE, name);
    await writeToCard(box.card, FIRMWARE, { [name]: change(text) }, folder);
  }
  if (!(await checkName((what, work) => check(`edited, ${what}`, work), box, 'cellar'))) return;
  await checkReport((what, work) => check(`edited, ${what}`, work), box, [
    'host name cellar',
    'Wi-Fi network "Café 5"',
    'Wi-Fi network "Office": its password was taken out of the file, and this box does not have it',
  ]);
  await checkJoin((what, work) => check(`edited, ${what}`, work), box, { network });
}

/** Powers on. @returns whether the box is there */
async function checkName(check, box, hostName) {
  const powerOn = performance.now();
  const sincePowerOn = () => `${((performance.now() - powerOn) / 1000).toFixed(1)} s after power on`;
  const answered = await check('HTTP answers', async () => {
    await box.start();
    await box.answers();
    return sincePowerOn();
  });
  if (answered === undefined) return false;
  await check(`http://${hostName}.local answers`, async () => {
    await isFound(box, hostName);
    const ask = `fetch("http://${hostName}.local/version").then(({ status }) => console.log(status))`;
    await box.until(`${hostName}.local`, async () => {
      const { text } = await box.inside(`node -e '${ask}'`);
      if (text !== '200') throw new Error(text);
      return true;
    });
    return sincePowerOn();
  });
  return true;
}

const isFound = (box, hostName) =>
  box.until(`it is found as ${hostName}.local`, async () => {
    const { host_name: name, services } = await box.ask('/system/discovery');
    return name === `${hostName}.local` && services.length > 0;
  });

async function checkSettings(check, box, { timeZone, country, network }) {
  await check('time zone', async () => {
    const { timezone } = await box.ask('/system/time');
    const { text } = await box.inside('readlink -f /etc/localtime; date +%Z');
    expect(timezone === timeZone && text.startsWith(`/usr/share/zoneinfo/${timeZone}\n`), `${timezone}, ${text}`);
    return `${timezone}, inside ${text.split('\n')[1]}`;
  });
  await check('country', async () => {
    const { text } = await box.inside('iw reg get | grep ^country');
    const { country: reported } = await box.ask('/system/network');
    expect(text.startsWith(`country ${country}:`) && reported === country, `reported ${reported}, inside ${text}`);
    return text;
  });
  await check('the network is known', async () => {
    const known = await box.ask('/system/network/known');
    const found = known.find(({ ssid }) => ssid === network.ssid);
    expect(found?.automatic === true && found.name === `Wi-Fi "${network.ssid}"`, JSON.stringify(known));
    return found.name;
  });
}

async function checkReport(check, box, lines) {
  await check('the report says what was understood, refused and ignored', async () => {
    const report = await readFromCard(box.card, FIRMWARE, REPORT);
    const missing = lines.filter((line) => !report.includes(line));
    expect(missing.length === 0, `without ${missing.join(' | ')}: ${report}`);
    return `${lines.length} lines as expected`;
  });
}

/**
 * Two radios appear; the second one becomes an access point in a network namespace of its own, where NetworkManager does
 * not see it, and the box has to join it by itself.
 */
async function checkJoin(check, box, { network }) {
  const inside = async (line) => {
    const { text, code } = await box.inside(line);
    expect(code === 0, `${line}: ${text}`);
  };
  const radio = async () => {
    const { interfaces } = await box.ask('/system/network');
    return interfaces.find(({ kind }) => kind === 'wifi');
  };
  const air = accessPoint(network)
    .map((line) => quoted(line))
    .join(' ');
  const ready = await check('a radio, and nothing to join', async () => {
    await inside(`printf '%s\\n' ${air} > /run/air.conf`);
    await inside('modprobe mac80211_hwsim radios=2 && ip netns add air');
    await inside('iw phy $(cat /sys/class/net/wlan1/phy80211/name) set netns name air');
    return box.until('the radio', async () => (await radio())?.state === 'disconnected');
  });
  if (ready === undefined) return;
  await check('joined by itself, from switching on the access point', async () => {
    const there = 'ip netns exec air';
    await inside(
      `${there} wpa_supplicant -B -i wlan1 -c /run/air.conf && ip -n air address add ${AIR_ADDRESS}/24 dev wlan1 && ` +
        `${there} dnsmasq --conf-file=/dev/null --port=0 --interface=wlan1 --user=root --leasefile-ro --pid-file= ` +
        `--no-ping --dhcp-range=${AIR_LEASES}`,
    );
    const joined = async () => ((await radio())?.state === 'connected' ? radio() : undefined);
    const { wifi, ipv4 } = await box.until('connected', joined, LONGEST_JOIN).catch(async (error) => {
      const { text } = await box.inside('nmcli device; journalctl -b --no-pager -n 60 -u NetworkManager');
      throw new Error(`${error.message}\n${text}`, { cause: error });
    });
    const said = `${wifi?.ssid} with ${ipv4.addresses.join(', ')}`;
    expect(wifi?.ssid === network.ssid && ipv4.addresses[0]?.startsWith('10.43.0.'), said);
    return said;
  });
}

/** Lines of wpa_supplicant.conf(5). */
function accessPoint({ ssid, password, hidden }) {
  const name = Buffer.from(ssid).toString('hex');
  const security = ['key_mgmt=WPA-PSK', 'proto=RSN', 'pairwise=CCMP', `psk="${password}"`];
  const more = [...security, `ignore_broadcast_ssid=${hidden ? 1 : 0}`];
  return ['network={', `ssid=${name}`, 'mode=2', 'frequency=2437', ...more, '}'];
}

async function checkSecrets(check, box, { secretsIn }) {
  await check('the passwords have left the card', async () => {
    const report = async () => {
      const text = await readFromCard(box.card, FIRMWARE, REPORT);
      return secretsIn.every((name) => text.includes(`${TAKEN_OUT} ${name}`));
    };
    await box.until('the report', report, 60_000).catch(async (error) => {
      const { text } = await box.inside(
        'journalctl -b --no-pager -n 40 -u NetworkManager-dispatcher -u tonearm-card-secrets',
      );
      throw new Error(`${error.message}\n${text}`, { cause: error });
    });
    for (const name of secretsIn) {
      const text = await readFromCard(box.card, FIRMWARE, name);
      const secrets = [...text.matchAll(/^\s*(?:password|passwd) ?[:=] ?(.*)$/gm)].map(([, value]) => value);
      expect(secrets.length > 0 && secrets.every((value) => value === '"removed"'), `${name}: ${secrets.join(', ')}`);
    }
    const { text: left } = await box.inside('systemctl --failed --plain --no-legend; ls /data/system/card');
    expect(!/\.service|secrets/.test(left), left);
    return secretsIn.join(', ');
  });
}

/** Damage of other kinds than unit tests of the reader have, where a program of the system could fail too. */
async function checkDamaged(table, folder, flash) {
  const imager = await imagerFiles();
  const { FULL } = imager;
  const files = {
    'meta-data': 'instance-id: [',
    'user-data': imager.imagerUserData(FULL).replace('hostname: kitchen', 'hostname: "kitchen'),
    'network-config': Buffer.concat([Buffer.from(imager.imagerNetworkConfig(FULL)), Buffer.from([0xff, 0xfe, 0])]),
    'rpi-preseed.toml': imager.imagerPreseed(FULL).slice(0, 40),
    'tonearm.toml': `hostname = "attic"\n${'#'.repeat(100_000)}\n`,
  };
  const card = await flash('card-damaged');
  await writeToCard(card, FIRMWARE, files, folder);
  const box = new Box({ name: 'card-damaged', folder, card, memory: MEMORY });
  const check = (what, work) => table.check(`damaged files: ${what}`, work);
  try {
    if (!(await checkName(check, box, 'tonearm'))) return;
    await checkReport(
      check,
      box,
      Object.keys(files).map((name) => `- ${name}`),
    );
    await check('each is refused, nothing has failed', async () => {
      const report = await readFromCard(card, FIRMWARE, REPORT);
      expect(!report.includes(UNDERSTOOD) && report.split('the whole file').length === 6, report);
      const { text } = await box.inside('systemctl is-system-running --wait; systemctl --failed --plain --no-legend');
      expect(text === 'running', text);
      return text;
    });
  } finally {
    await box.quit();
  }
}

const journal = async (box) => (await box.inside('journalctl -b --no-pager -o cat -u tonearm-card')).text;

/** @returns a word for sh */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
