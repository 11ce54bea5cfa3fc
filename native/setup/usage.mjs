/** Options and operands of the commands that run test files. */
const TEST_FILES = {
  options: {
    changed: {
      type: 'string',
      value: 'REVISION',
      bare: true,
      help: 'only tests that depend on a file that differs from main',
    },
    watch: { type: 'boolean', help: 'stay, and run the tests that depend on each file that changes' },
    repeat: { type: 'string', value: 'N', help: 'run every file so many times, one run after the other' },
    jobs: { type: 'string', value: 'N', help: 'run so many files at a time' },
  },
  operands: { name: 'PATH', help: 'a test file, or a folder with files of this tier; none means all.' },
};

/** Command lines by script of package.json, for `readArguments` and `--help`. */
export const USAGE = {
  start: {
    command: 'npm start --',
    about: 'Builds what is missing and runs the daemon. Settings come from the environment: see README.md.',
    options: {
      demo: {
        type: 'string',
        value: 'FOLDER',
        bare: true,
        help: 'play a generated demo library, or the music of FOLDER',
      },
    },
  },
  build: {
    command: 'npm run build --',
    about: 'Builds everything below dist/, and the addon, where anything is stale.',
  },
  'build:native': {
    command: 'npm run build:native --',
    about: 'Builds the native addon, for this machine unless told otherwise.',
    options: {
      arch: { type: 'string', choices: [...new Set([process.arch, 'arm64'])], help: 'processor to build for' },
    },
  },
  test: {
    command: 'npm test --',
    about: 'Runs the quick tier of the tests: all that a change by hand can break, in minutes.',
    ...TEST_FILES,
  },
  'test:full': {
    command: 'npm run test:full --',
    about: 'Runs the full tier: the other tests that run unattended on a PC.',
    ...TEST_FILES,
  },
  'test:long': {
    command: 'npm run test:long --',
    about: 'Runs the tests below test/long, which take an hour, one file after the other.',
    ...TEST_FILES,
  },
  'test:browsers': {
    command: 'npm run test:browsers --',
    about: 'Runs the main flows of the web remote in Chromium, Firefox and WebKitGTK.',
    ...TEST_FILES,
  },
  screens: {
    command: 'npm run screens --',
    about: 'Takes pictures of all screens of the web remote, in several sizes, light and dark, into build/screens/.',
  },
  'test:native': {
    command: 'npm run test:native --',
    about: 'Runs the unit test of the plain C++.',
  },
  image: {
    command: 'npm run image --',
    about: 'Makes the SD-card image below build/image/. Needs root.',
    options: {
      'no-xz': { type: 'boolean', help: 'leave out the compressed copy' },
      'keep-index': { type: 'boolean', help: 'use the package index of the last build, do not ask Debian' },
      twice: { type: 'boolean', help: 'build again of a new clone, and compare: half an hour' },
    },
  },
  'test:image': {
    command: 'npm run test:image --',
    about:
      'Boots the image in QEMU, plays, plugs sticks, reboots, compares with a bare Debian and with MPD, boots cards with ' +
      'files that set up a box.',
    options: {
      smoke: { type: 'boolean', help: 'one short run with 448 MB of memory, no comparison' },
      start: { type: 'boolean', help: 'only the times from power on, beside a bare Debian (10 minutes)' },
      alarms: { type: 'boolean', help: 'only alarms: after a restart, without a network, after a power cut' },
      shares: {
        type: 'boolean',
        help: 'only network folders: found, played, their server killed, 10,000 tracks scanned',
      },
      cards: { type: 'boolean', help: 'only the cards with files that set up a box' },
      damage: { type: 'boolean', help: 'only damaged file systems of /data' },
      library: { type: 'boolean', help: 'only the scan of 100,000 tracks with 448 MB of memory (half an hour)' },
      update: {
        type: 'string',
        value: 'NAME,…',
        bare: true,
        help: 'only updates: good, broken and wrong ones (half an hour), or those of these names',
      },
      power: {
        type: 'boolean',
        help: 'only power cuts: 30 of them (an hour); goes on where an earlier run had a break',
      },
      long: { type: 'boolean', help: 'with --power: 200 cuts' },
      minutes: { type: 'string', value: 'N', help: 'with --power: a break after so many minutes' },
      writes: { type: 'boolean', help: 'only what the box writes to its card, idle and playing (half an hour)' },
      all: { type: 'boolean', help: 'everything: without options, what takes long is left out' },
    },
  },
  'test:bluetooth': {
    command: 'npm run test:bluetooth --',
    about: 'Makes a Debian PC with two Bluetooth controllers in QEMU and tries a speaker in it. Needs root.',
    options: { rig: { type: 'boolean', help: 'only the rig, with plain tools: leave the daemon out' } },
  },
  typecheck: {
    command: 'npm run typecheck --',
    about: 'Runs the TypeScript compiler over everything, strict.',
  },
  lint: {
    command: 'npm run lint --',
    about: 'Runs ESLint and Prettier over everything; a warning fails.',
  },
  format: {
    command: 'npm run format --',
    about: 'Runs Prettier over everything, writing.',
  },
  bench: {
    command: 'npm run bench --',
    about:
      'Measures Tonearm beside MPD and a bare Koa, in turn, on the same sink. A missed target is a finding, not a failure.',
    options: {
      quick: { type: 'boolean', help: 'fewer repetitions, for a first look' },
      format: { type: 'string', value: 'S16_LE', help: 'the one sample format of the sink' },
    },
    operands: {
      name: 'GROUP',
      help: 'what to measure; none means all of these, in this order.',
      choices: {
        startup: 'CPU from the start to ready',
        latency: 'milliseconds from a request to the first write at ALSA, from stopped',
        moving: 'milliseconds from a request to the first frame of the new position, while playing',
        status: 'CPU of GET /player/status, beside a bare Koa',
        queue: 'CPU of one command on a queue of 10,000 entries',
        playing: 'CPU, wake-ups and memory while playing',
        formats: 'CPU while playing FLAC and Vorbis',
        stopped: 'CPU while stopped, nobody connected',
        rested: 'milliseconds from play to the first write after two minutes of silence',
        library: 'CPU and memory of scans, CPU of lists and of a search',
        search: 'CPU of a search in libraries of 10,000 to a million tracks',
        scanning: 'underruns and waiting times while the library is scanned',
        slices: 'how long the library blocks the main thread at a time',
        smart: 'CPU of a hundred smart playlists over a hundred thousand tracks',
        remote: 'first paint, first tap and scrolling of the web remote on a slow phone',
        covers: 'milliseconds until covers that nobody has seen are shown, and of a command meanwhile',
        protocols: 'CPU of MPD commands beside MPD, idle clients, and memory of the protocols that nobody uses',
      },
    },
  },
};
