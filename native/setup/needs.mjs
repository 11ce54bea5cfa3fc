import { existsSync } from 'node:fs';
import { findProgram } from './run.mjs';

/**
 * What each command needs from the system, and the Debian package that brings it. Whether it is there is asked of the
 * file system, not of dpkg: that is cheap, and true on every distribution.
 */
const program = (name) => () => findProgram(name) !== undefined;
const header = (name) => () => existsSync(`/usr/include/${name}`);

const COMPILER = [
  { debian: 'build-essential', what: 'g++', present: program('g++') },
  { debian: 'build-essential', what: 'make', present: program('make') },
  { debian: 'python3', what: 'python3', present: program('python3') },
];

const ALSA = { debian: 'libasound2-dev', what: 'ALSA headers', present: header('alsa/asoundlib.h') };
const SOXR = { debian: 'libsoxr-dev', what: 'libsoxr headers', present: header('soxr.h') };
const DNS_SD = {
  debian: 'libavahi-compat-libdnssd-dev',
  what: "headers of Avahi's libdns_sd",
  present: header('avahi-compat-libdns_sd/dns_sd.h'),
};
const LAME = { debian: 'lame', what: 'lame (MP3 encoder)', present: program('lame') };
const MPG123 = { debian: 'mpg123', what: 'mpg123 (reference decoder)', present: program('mpg123') };
const CHROMIUM = { debian: 'chromium', what: 'chromium (tests of the remote)', present: program('chromium') };
const ICECAST = { debian: 'icecast2', what: 'icecast2 (a radio station)', present: program('icecast2') };
const XIPH = [
  { debian: 'flac', what: 'flac (encoder)', present: program('flac') },
  { debian: 'vorbis-tools', what: 'oggenc and oggdec', present: program('oggenc') },
  { debian: 'opus-tools', what: 'opusenc and opusdec', present: program('opusenc') },
];
const ALSA_UTILS = { debian: 'alsa-utils', what: 'arecord, aplay and amixer', present: program('arecord') };
const FFMPEG = { debian: 'ffmpeg', what: 'ffmpeg (what no other decoder plays)', present: program('ffmpeg') };
const EXT4 = { debian: 'e2fsprogs', what: 'mke2fs (file systems of sticks)', present: program('mke2fs') };
const BUS = [
  { debian: 'dbus-daemon', what: 'dbus-daemon (a message bus)', present: program('dbus-daemon') },
  { debian: 'systemd', what: 'systemd-timedated', present: () => existsSync('/usr/lib/systemd/systemd-timedated') },
  { debian: 'tzdata', what: 'time zones', present: () => existsSync('/usr/share/zoneinfo/tzdata.zi') },
];
const AVAHI = [
  { debian: 'avahi-daemon', what: 'avahi-daemon (names on the network)', present: program('avahi-daemon') },
  { debian: 'avahi-utils', what: 'avahi-browse', present: program('avahi-browse') },
  { debian: 'iproute2', what: 'ip (networks of a test)', present: program('ip') },
];
const PLAYERCTL = { debian: 'playerctl', what: 'playerctl (controls players)', present: program('playerctl') };
const CURL = [
  { debian: 'curl', what: 'curl (examples of the REST guide)', present: program('curl') },
  { debian: 'jq', what: 'jq (examples of the REST guide)', present: program('jq') },
];
const MUSEPACK = { debian: 'musepack-tools', what: 'mpcenc (Musepack encoder)', present: program('mpcenc') };

export const NEEDS = {
  compiler: [...COMPILER, ALSA, SOXR],
  /** What a machine that has never run Tonearm gets. */
  first: [...COMPILER, ALSA, SOXR, DNS_SD, FFMPEG, ALSA_UTILS],
  demo: [LAME],
  test: [
    ...[...COMPILER, ALSA, SOXR, DNS_SD, LAME, MPG123, ...XIPH, ALSA_UTILS, FFMPEG, MUSEPACK, CHROMIUM, ICECAST, EXT4],
    ...[...BUS, ...AVAHI, PLAYERCTL, ...CURL],
  ],
  bench: [
    ...COMPILER,
    ALSA,
    SOXR,
    DNS_SD,
    LAME,
    MPG123,
    ALSA_UTILS,
    FFMPEG,
    { debian: 'mpd', what: 'mpd (the yardstick)', present: program('mpd') },
  ],
  arm64: [
    ...COMPILER,
    DNS_SD,
    { debian: 'g++-aarch64-linux-gnu', what: 'arm64 compiler', present: program('aarch64-linux-gnu-g++') },
  ],
};

/** The needs that are not met, each Debian package once. */
export function missing(needs) {
  const absent = needs.filter((need) => !need.present());
  return {
    packages: [...new Set(absent.map((need) => need.debian))],
    what: [...new Set(absent.map((need) => need.what))],
  };
}
