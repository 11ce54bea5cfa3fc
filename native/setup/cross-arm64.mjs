import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addonInputs, nodeGyp } from './addon.mjs';
import { say, SetupError } from './console.mjs';
import { fingerprint, readStamp, stamped } from './freshness.mjs';
import { at, BUILD } from './paths.mjs';
import { mustRun, run } from './run.mjs';

/**
 * Cross-compiles the addon for 64-bit Raspberry Pi systems. The arm64 files of ALSA, libsoxr, Avahi's library and the
 * picture codecs are downloaded with a private apt state and unpacked below `build/`; the dpkg architectures of the
 * system do not change.
 */
const FOLDER = join(BUILD, 'arm64');
const SYSROOT = join(FOLDER, 'sysroot');
const LIBRARIES = join(SYSROOT, 'usr/lib/aarch64-linux-gnu');
/** Where Debian 12 has zlib. */
const MORE_LIBRARIES = join(SYSROOT, 'lib/aarch64-linux-gnu');
/** Linker flags: where the libraries are, and the libraries that they use. */
export const LINKER_PATHS = `-L${LIBRARIES} -Wl,-rpath-link,${LIBRARIES}:${MORE_LIBRARIES}`;
/** Libraries that the addon and the bindings of packages are linked with. */
const LIBRARY_FILES = [
  ...['libasound.so.2', 'libsoxr.so.0', 'libdns_sd.so.1'],
  ...['libjpeg.so.62', 'libpng16.so.16', 'libwebp.so.7'],
];
const WORK = join(FOLDER, 'native');
const STAMP = join(FOLDER, '.stamp');
const EM_AARCH64 = 183;

/** Environment of node-gyp: the cross compiler. */
export const ARM64_TOOLS = {
  CC: 'aarch64-linux-gnu-gcc',
  CXX: 'aarch64-linux-gnu-g++',
  AR: 'aarch64-linux-gnu-ar',
  LINK: 'aarch64-linux-gnu-g++',
};

export const ARM64_ADDON = join(WORK, 'build/Release/tonearm_native.node');
export const ARM64_CONFINE = join(WORK, 'build/Release/confine');
export const ARM64_THUMBNAILS = join(WORK, 'build/Release/thumbnails');
export const ARM64_MOUNT_SHARE = join(WORK, 'build/Release/mount_share');
const BUILT = [ARM64_ADDON, ARM64_CONFINE, ARM64_THUMBNAILS, ARM64_MOUNT_SHARE];

export async function buildArm64Addon() {
  const stamp = fingerprint(addonInputs(), process.version);
  if (!BUILT.every((path) => existsSync(path)) || readStamp(STAMP) !== stamp) {
    await ensureArm64Libraries();
    await stamped(STAMP, stamp, compileAddon);
  }
  for (const built of BUILT) assertArm64(built);
}

/** Builds in a copy of the sources, as node-gyp builds in the folder of binding.gyp, which has the host's build. */
async function compileAddon() {
  const doing = 'building the native addon for arm64';
  say(doing);
  mkdirSync(WORK, { recursive: true });
  for (const name of ['binding.gyp', 'confine.cpp', 'core', 'bindings', 'thumbnails', 'mount_share']) {
    rmSync(join(WORK, name), { recursive: true, force: true });
    cpSync(at('native', name), join(WORK, name), { recursive: true, preserveTimestamps: true });
  }
  const headers = [join(SYSROOT, 'usr/include'), join(SYSROOT, 'usr/include/aarch64-linux-gnu')];
  const CXXFLAGS = headers.map((folder) => `-isystem ${folder}`).join(' ');
  const env = { ...ARM64_TOOLS, CXXFLAGS, LDFLAGS: LINKER_PATHS };
  await nodeGyp(doing, WORK, { args: ['--arch=arm64'], env });
}

export async function ensureArm64Libraries() {
  if (!LIBRARY_FILES.every((name) => existsSync(join(LIBRARIES, name)))) await unpackLibraries();
}

/** @throws SetupError when the file is for another processor */
export function assertArm64(path) {
  const machine = elfMachine(path);
  if (machine !== EM_AARCH64) {
    throw new SetupError(`${path} is for ELF machine ${machine}, not ${EM_AARCH64} (AArch64). Remove it.`);
  }
  say(`${path}: ELF machine ${machine} (AArch64)`);
}

/** `e_machine` of an ELF file: two bytes at 18, little-endian on both of our processors (elf(5)). */
function elfMachine(path) {
  const file = readFileSync(path);
  return file.toString('latin1', 0, 4) === '\x7fELF' ? file.readUInt16LE(18) : undefined;
}

async function unpackLibraries() {
  say('fetching ALSA, libsoxr, libdns_sd and the picture codecs for arm64');
  const apt = join(FOLDER, 'apt');
  const debs = join(FOLDER, 'debs');
  for (const folder of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(apt, folder), { recursive: true });
  rmSync(debs, { recursive: true, force: true });
  mkdirSync(debs, { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(
    join(apt, 'apt.conf'),
    [
      'APT::Architecture "arm64";',
      'APT::Architectures { "arm64"; };',
      `Dir::State "${join(apt, 'state')}";`,
      `Dir::State::status "${join(apt, 'status')}";`,
      `Dir::Cache "${join(apt, 'cache')}";`,
      // The sandbox user of apt cannot write into a person's working tree.
      'APT::Sandbox::User "root";',
      'Acquire::Languages "none";',
      '',
    ].join('\n'),
  );
  const options = { cwd: debs, capture: true, env: { APT_CONFIG: join(apt, 'apt.conf') } };
  // A package source without arm64 makes this fail; whether it matters shows at the download.
  await run('apt-get', ['-qq', '-o', 'Acquire::Retries=3', 'update'], options);
  // Libraries were renamed in Debian 13 for 64-bit time.
  const renamed = (await run('apt-cache', ['show', 'libasound2t64'], options)).code === 0;
  const [alsa, png] = renamed ? ['libasound2t64', 'libpng16-16t64'] : ['libasound2', 'libpng16-16'];
  // The linker needs the libraries behind these too: OpenMP for libsoxr, Avahi and D-Bus for libdns_sd, zlib for libpng.
  const packages = [
    ...['libasound2-dev', alsa, 'libsoxr-dev', 'libsoxr0', 'libgomp1'],
    ...[
      'libavahi-compat-libdnssd-dev',
      'libavahi-compat-libdnssd1',
      'libavahi-client3',
      'libavahi-common3',
      'libdbus-1-3',
    ],
    ...['libjpeg62-turbo-dev', 'libjpeg62-turbo', 'libpng-dev', png, 'zlib1g'],
    ...['libwebp-dev', 'libwebp7', ...(renamed ? ['libsharpyuv0'] : [])],
  ];
  await mustRun('fetching the libraries for arm64', 'apt-get', ['-qq', 'download', ...packages], options);
  for (const name of readdirSync(debs)) {
    await mustRun('unpacking the libraries for arm64', 'dpkg', ['-x', join(debs, name), SYSROOT], { capture: true });
  }
}
