import { existsSync } from 'node:fs';
import { findProgram } from './run.mjs';

/**
 * System packages that each command needs. Whether one is there is read from the file system, not from dpkg: that is
 * fast and works on every distribution.
 */
const program = (debian, name, what = name) => ({ debian, what, present: () => findProgram(name) !== undefined });
const file = (debian, path, what) => ({ debian, what, present: () => existsSync(path) });

const COMPILER = [
  program('build-essential', 'g++'),
  program('build-essential', 'make'),
  program('python3', 'python3'),
  file('libasound2-dev', '/usr/include/alsa/asoundlib.h', 'ALSA headers'),
  file('libsoxr-dev', '/usr/include/soxr.h', 'libsoxr headers'),
  file('libjpeg62-turbo-dev', '/usr/include/jpeglib.h', 'libjpeg-turbo headers'),
  file('libpng-dev', '/usr/include/png.h', 'libpng headers'),
  file('libwebp-dev', '/usr/include/webp/encode.h', 'libwebp headers'),
];
const DNS_SD = file(
  'libavahi-compat-libdnssd-dev',
  '/usr/include/avahi-compat-libdns_sd/dns_sd.h',
  "headers of Avahi's libdns_sd",
);
/** Needed by the first start. */
const FIRST = [
  ...[...COMPILER, DNS_SD],
  program('ffmpeg', 'ffmpeg', 'ffmpeg (what no other decoder plays)'),
  program('alsa-utils', 'arecord', 'arecord, aplay and amixer'),
];
const LAME = program('lame', 'lame', 'lame (MP3 encoder)');
const CHROMIUM = program('chromium', 'chromium', 'chromium (shows the web remote)');
const MPG123 = program('mpg123', 'mpg123', 'mpg123 (reference decoder)');

export const NEEDS = {
  compiler: COMPILER,
  first: FIRST,
  demo: [LAME],
  test: [
    ...[...FIRST, LAME, MPG123],
    program('flac', 'flac', 'flac (encoder)'),
    program('vorbis-tools', 'oggenc', 'oggenc and oggdec'),
    program('opus-tools', 'opusenc', 'opusenc and opusdec'),
    program('musepack-tools', 'mpcenc', 'mpcenc (Musepack encoder)'),
    CHROMIUM,
    program('icecast2', 'icecast2', 'icecast2 (a radio station)'),
    program('e2fsprogs', 'mke2fs', 'mke2fs (file systems of sticks)'),
    program('bindfs', 'bindfs', 'bindfs (a share that hangs)'),
    program('dbus-daemon', 'dbus-daemon', 'dbus-daemon (a message bus)'),
    file('systemd', '/usr/lib/systemd/systemd-timedated', 'systemd-timedated'),
    file('tzdata', '/usr/share/zoneinfo/tzdata.zi', 'time zones'),
    program('avahi-daemon', 'avahi-daemon', 'avahi-daemon (names on the network)'),
    program('avahi-utils', 'avahi-browse'),
    program('iproute2', 'ip', 'ip (networks of a test)'),
    program('playerctl', 'playerctl', 'playerctl (controls players)'),
    program('openssl', 'openssl', 'openssl (certificates of a test)'),
    program('curl', 'curl', 'curl (examples of the REST guide)'),
    program('jq', 'jq', 'jq (examples of the REST guide)'),
  ],
  browsers: [
    program('firefox-esr', 'firefox-esr', 'firefox-esr'),
    program('webkit2gtk-driver', 'WebKitWebDriver', 'WebKitGTK with its WebDriver'),
    program('xvfb', 'Xvfb', 'Xvfb (a screen for WebKitGTK)'),
  ],
  bench: [...FIRST, LAME, MPG123, CHROMIUM, program('mpd', 'mpd', 'mpd (the yardstick)')],
  arm64: [...COMPILER, DNS_SD, program('g++-aarch64-linux-gnu', 'aarch64-linux-gnu-g++', 'arm64 compiler')],
};

/** The needs that are not met: Debian packages and what they are for, each once. */
export function missing(needs) {
  const absent = needs.filter((need) => !need.present());
  return {
    packages: [...new Set(absent.map((need) => need.debian))],
    what: [...new Set(absent.map((need) => need.what))],
  };
}
