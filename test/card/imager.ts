/**
 * Files as Raspberry Pi Imager writes them, after its public source (src/customization_generator.cpp and
 * src/downloadthread.cpp, versions 2.0.3 to 2.0.11). Its screens have not been tried with this box.
 */
import { pbkdf2Sync } from 'node:crypto';

export interface ImagerChoice {
  readonly hostName?: string;
  readonly timeZone?: string;
  readonly keyboard?: string;
  readonly user?: { readonly name: string; readonly hash: string };
  readonly sshKey?: string;
  readonly ssid?: Buffer;
  readonly password?: string;
  readonly country?: string;
  readonly hidden?: boolean;
}

export const INSTANCE = 'rpi-imager-1787000000000';

export const imagerMetaData = (): string => `instance-id: ${INSTANCE}\n`;

/** What is appended to cmdline.txt, whose own text is trimmed before. */
export const imagerCmdline = (own: string): string => `${own.trim()} ds=nocloud;i=${INSTANCE}`;

export function imagerUserData({ hostName, timeZone, keyboard, user, sshKey }: ImagerChoice): string {
  const lines: string[] = ['#cloud-config', 'manage_resolv_conf: false', ''];
  if (hostName !== undefined) {
    lines.push(`hostname: ${hostName}`, 'manage_etc_hosts: true', 'packages:', '- avahi-daemon', 'apt:');
    lines.push('  preserve_sources_list: true', '  conf: |', '    Acquire {', '      Check-Date "false";', '    };');
  }
  if (timeZone !== undefined) lines.push(`timezone: ${timeZone}`);
  if (keyboard !== undefined) lines.push('keyboard:', '  model: pc105', `  layout: "${keyboard}"`);
  if (user !== undefined) {
    lines.push(
      'user:',
      `  name: ${user.name}`,
      '  shell: /bin/bash',
      '  lock_passwd: false',
      `  passwd: "${user.hash}"`,
    );
    if (sshKey !== undefined) lines.push('  ssh_authorized_keys:', `    - "${sshKey}"`);
    lines.push('  sudo: null');
  }
  if (sshKey !== undefined) lines.push('ssh_pwauth: false', 'runcmd:', '  - [ systemctl, enable, --now, ssh ]');
  return `${lines.join('\n')}\n`;
}

/** 64 hex digits. */
export const imagerKey = (password: string, ssid: Buffer): string =>
  pbkdf2Sync(password, ssid, 4096, 32, 'sha1').toString('hex');

const ESCAPES: Readonly<Record<number, string>> = {
  0: '\\0',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** From 2.0.10: every byte that is no printable ASCII as `\xHH`. */
const escapeBytes = (bytes: Buffer): string =>
  [...bytes]
    .map(
      (byte) =>
        ESCAPES[byte] ??
        (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`),
    )
    .join('');

/** Up to 2.0.9: characters above 0x7f as they are. */
const escapeText = (bytes: Buffer): string =>
  Array.from(bytes.toString('utf8'))
    .map((char) => {
      const code = char.charCodeAt(0);
      const isPlain = code >= 0x20 && code !== 0x7f;
      return ESCAPES[code] ?? (isPlain ? char : `\\x${code.toString(16).padStart(2, '0')}`);
    })
    .join('');

export function imagerNetworkConfig(choice: ImagerChoice, version: '2.0.3' | '2.0.11' = '2.0.11'): string {
  const { ssid, password, country, hidden } = choice;
  const wired = ['network:', '  version: 2', '  ethernets:', '    eth0:', '      dhcp4: true', '      dhcp6: true'];
  const lines = [...wired, '      optional: true'];
  if (ssid === undefined) return version === '2.0.3' ? `${lines.join('\n')}\n` : '';
  lines.push('  wifis:', '    wlan0:', '      dhcp4: true');
  if (country !== undefined) lines.push(`      regulatory-domain: "${country}"`);
  lines.push('      access-points:');
  lines.push(`        "${version === '2.0.3' ? escapeText(ssid) : escapeBytes(ssid)}":`);
  if (hidden === true) lines.push('          hidden: true');
  if (password === undefined) lines.push('          auth:', '            key-management: none');
  else lines.push(`          password: "${imagerKey(password, ssid)}"`);
  lines.push('      optional: true');
  return `${lines.join('\n')}\n`;
}

const tomlQuote = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[\r\n]/g, '')}"`;

export function imagerPreseed(choice: ImagerChoice, isKey = true): string {
  const { hostName, timeZone, keyboard, user, sshKey, ssid, password, country, hidden } = choice;
  const lines = ['config_version = "1.0"', ''];
  if (hostName !== undefined) lines.push('[system]', `hostname = ${tomlQuote(hostName)}`, '');
  if (user !== undefined) {
    lines.push('[user]', `name = ${tomlQuote(user.name)}`, `password = ${tomlQuote(user.hash)}`);
    lines.push('password_encrypted = true', 'groups = ["sudo"]', '');
  }
  if (sshKey !== undefined) {
    lines.push('[ssh]', 'enabled = true', 'password_authentication = false', 'authorized_keys = [');
    lines.push(`  ${tomlQuote(sshKey)},`, ']', '');
  }
  if (ssid !== undefined) {
    const text = ssid.toString('utf8');
    const isText = Buffer.from(text).equals(ssid);
    lines.push('[wlan]', isText ? `ssid = ${tomlQuote(text)}` : `ssid_hex = "${ssid.toString('hex')}"`);
    if (password !== undefined) {
      lines.push(`password = ${tomlQuote(isKey ? imagerKey(password, ssid) : password)}`);
      lines.push(`password_encrypted = ${isKey}`);
    }
    lines.push(`hidden = ${hidden === true}`);
    if (country !== undefined) lines.push(`country = ${tomlQuote(country)}`);
    lines.push('');
  }
  if (keyboard !== undefined || timeZone !== undefined) {
    lines.push('[locale]');
    if (keyboard !== undefined) lines.push(`keymap = ${tomlQuote(keyboard)}`);
    if (timeZone !== undefined) lines.push(`timezone = ${tomlQuote(timeZone)}`);
    lines.push('');
  }
  return lines.join('\n');
}

/** Everything that Imager's screens can ask for. */
export const FULL: ImagerChoice = {
  hostName: 'kitchen',
  timeZone: 'Europe/Berlin',
  keyboard: 'de',
  user: { name: 'ada', hash: '$y$j9T$salt$hash' },
  sshKey: 'ssh-ed25519 AAAAC3 ada@example',
  ssid: Buffer.from('Home'),
  password: 'correct horse',
  country: 'DE',
  hidden: true,
};
