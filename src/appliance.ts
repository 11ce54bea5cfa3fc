/**
 * The composition root: builds every part, starts them in order and stops them in reverse. Nothing else sees all rooms.
 */
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { chooseScale } from './volume/choose-scale.js';
import { Engines } from './playback/engine/engines.js';
import { Mixers } from './volume/mixers.js';
import { loadNative } from './native.js';
import { GuardedHttp } from './net/guarded-http.js';
import { RestingVolumes } from './volume/resting-volumes.js';
import { StallWatch } from './playback/engine/stall.js';
import { Volume } from './volume/volume.js';
import { Backups } from './backup/backups.js';
import { Bluetooth } from './bluetooth/bluetooth.js';
import type { Config } from './config/config.js';
import { confineBeside } from './confined.js';
import { keepAvahiQuiet } from './config/avahi.js';
import { followTimeZone } from './config/time-zone.js';
import { checkpointInWorker } from './database/checkpoint.js';
import { Database } from './database/database.js';
import { WriteTrial } from './database/write-trial.js';
import { BoxOutputs } from './devices/box-outputs.js';
import { graceOf, OutputFallback } from './devices/output-fallback.js';
import { Avahi } from './discovery/avahi.js';
import { BoxId } from './discovery/box-id.js';
import { Discovery } from './discovery/discovery.js';
import { reachablePorts } from './discovery/ports.js';
import { type MdnsLibrary, Publisher } from './discovery/publisher.js';
import { admitTracks } from './http/admission.js';
import { currentEntry } from './http/entries.js';
import { createHttpServer } from './http/server.js';
import { TRACK } from './http/wire/track.js';
import { Covers } from './library/covers/covers.js';
import { findAudioFiles } from './library/files.js';
import { Library } from './library/library.js';
import { LibraryPaths } from './library/paths.js';
import { Scanner } from './library/scan/scanner.js';
import { HOME_NETWORKS, StreamAddresses } from './net/stream-address.js';
import { TagReader } from './library/tag-reader.js';
import { textOfRules } from './library/tags/tag-rules.js';
import { TrackTags } from './library/tags.js';
import { ListenQueue } from './listens/listen-queue.js';
import { PlayCounts } from './listens/play-counts.js';
import { Scrobbler } from './listens/scrobbler.js';
import { Told } from './listens/told.js';
import type { Log, RecentLog } from './log.js';
import { MediaPlayer } from './mpris/media-player.js';
import { Mpris, showPlayer } from './mpris/mpris.js';
import { importEarlierFiles } from './playback/earlier-files.js';
import { GuestPlayer } from './playback/guest-player.js';
import { LivePlayer } from './playback/live-player.js';
import { PlayOn } from './playback/play-on.js';
import { PlayerStore } from './playback/player-store.js';
import { PositionFile } from './playback/position-file.js';
import { PositionKeeper } from './playback/position-keeper.js';
import type { TrackTraits } from './playback/single-mode.js';
import { type SleepFade, SleepTimer } from './playback/sleep-timer.js';
import { VolumeStore } from './volume/volume-store.js';
import { PlaybackClock } from './playback-clock.js';
import { MovedFiles } from './playlists/moved/moved-files.js';
import { PlaylistNews } from './playlists/news.js';
import { SmartPlaylists } from './playlists/smart/smart-playlists.js';
import { SavedPlaylists } from './playlists/saved/saved-playlists.js';
import { DEFAULT_SETTINGS, Settings, type SettingsRecord } from './settings/settings.js';
import { Directory } from './radio/directory.js';
import { Logos } from './radio/logos.js';
import { Stations } from './radio/stations.js';
import { SettingsStore } from './settings/settings-store.js';
import type { library as busLibrary } from './dbus/library.js';
import { SystemBus } from './dbus/system-bus.js';
import { Clock } from './system/clock.js';
import { Health } from './system/health.js';
import { readMachine } from './system/machine.js';
import { MemoryTrim } from './system/memory-trim.js';
import { boxFamilies } from './system/metrics/box.js';
import { LoopDelayGauge } from './system/metrics/loop-delay.js';
import { processFamilies } from './system/metrics/process.js';
import { NetworkTimeMark } from './system/network-time-mark.js';
import { Notices } from './system/notices.js';
import { OwnNames } from './system/own-names.js';
import { mendPin, PinMark } from './system/pin-mark.js';
import { Pin } from './system/pin.js';
import { Presence } from './system/presence.js';
import { Power } from './system/power.js';
import { watchSoundCards } from './system/sound-cards.js';
import { spaceOf } from './system/space.js';
import { Sticks } from './system/sticks.js';
import { Watchdog } from './system/watchdog.js';
import { milliseconds } from './units.js';
import { reachableRoots } from './uploads/roots.js';
import { Uploads } from './uploads/uploads.js';

/** What decides how a track is played waits so long for its tag, in ms: a small machine takes a while to start the reader. */
const TRAIT_PATIENCE = 10_000;
/** Nothing sounds before the gain is known. */
const GAIN_PATIENCE = 4000;
/** The device is opened at this rate, or the best it has for it, before any track is known. */
const FIRST_RATE = 44_100;
/**
 * Look-ups go to and fro in the file: of a library of ten thousand tracks all stays in memory once it was looked at, but
 * for the list of tracks, which is read from one end to the other.
 */
const LIBRARY_CACHE_BYTES = 8 * 1024 * 1024;
/** Where the buttons of Bluetooth speakers find the player on the system's bus. */
const SPEAKER_PLAYER = '/org/tonearm/player';

export interface ApplianceFiles {
  readonly native: string;
  readonly decoderWorker: string;
  readonly tagWorker: string;
  readonly scanWorker: string;
  readonly checkpointWorker: string;
  readonly backupWorker: string;
  /** What speaks to the system's message bus; read when it is first needed. */
  readonly systemBus: string;
  /** What of the package mdns tells of a service; read when Avahi is there. */
  readonly mdns: string;
  /** The native half of better-sqlite3. */
  readonly sqlite: string;
  /** Folder of the database's `*.sql` steps. */
  readonly migrations: string;
  /** The same of the library's. */
  readonly libraryMigrations: string;
  readonly remotePage: string;
  readonly docsPage: string;
  readonly examples: string;
}

export interface ApplianceOptions {
  readonly config: Config;
  readonly files: ApplianceFiles;
  readonly version: string;
  readonly log: Log;
  /** Keeps the last records of `log`. */
  readonly recentLog: RecentLog;
  /** Folder of the demo library: it becomes the only root and, unless it is there already, the queue. */
  readonly demo: string | undefined;
}

export interface ApplianceReport {
  readonly port: number;
  /** Output and volume control in use, for a person. */
  readonly output: string;
  readonly outputProblem: string | undefined;
  readonly libraryRoots: readonly string[];
  readonly libraryEmpty: boolean;
}

export interface Appliance {
  /** @throws Error when the port is taken or the state directory cannot be written */
  start(): Promise<ApplianceReport>;
  /** May be called twice. */
  stop(): Promise<void>;
}

const TRAITS = {
  album: 'album',
  albumArtist: 'albumArtist',
  artist: 'artist',
  composer: 'composer',
  genre: 'genre',
} as const satisfies Partial<Record<keyof TrackTraits, string>>;

/** What single mode compares of a track. Of a part of a file only the library knows what its sheet says. */
async function traitsOf(location: string, tags: TrackTags, library: Library): Promise<TrackTraits> {
  const part = await library.partOf(location);
  const path = part?.path ?? location;
  const tag = await tags.readUrgently(path, TRAIT_PATIENCE);
  const { album, albumArtist, artist, composer, work, genre } = tag;
  const traits = { album, albumArtist, artist, composer, work, genre };
  const known = part && (await library.entries([location], TRAITS)).get(location);
  return known === undefined ? traits : { ...traits, ...(JSON.parse(known) as Partial<TrackTraits>) };
}

export function createAppliance({ config, files, version, log, recentLog, demo }: ApplianceOptions): Appliance {
  const roots = demo === undefined ? config.libraryRoots : [demo];
  const state = demo === undefined ? config.stateDirectory : join(config.stateDirectory, 'demo');
  const playbackClock = new PlaybackClock(config.timeFactor);
  const native = loadNative(files.native, config.timeFactor);
  const stateFile = join(state, 'state.db');
  const checkpoint = (file: string) =>
    checkpointInWorker(files.checkpointWorker, { kind: 'checkpoint', file, binding: files.sqlite });
  const database: Database = new Database({
    file: stateFile,
    binding: files.sqlite,
    migrations: files.migrations,
    checkpoint,
    copy: (file) => checkpointInWorker(files.checkpointWorker, { kind: 'copy', file, binding: files.sqlite }),
    mend: (sql) => mendPin(sql, state),
    renewed() {
      library.peopleRenewed();
      playlistNews.changed();
      stations.renewed();
    },
    log: log.child('database'),
  });
  const libraryFile = join(state, 'library.db');
  const records = new Database({
    file: libraryFile,
    binding: files.sqlite,
    migrations: files.libraryMigrations,
    checkpoint,
    log: log.child('library'),
    replaceable: true,
    cacheBytes: LIBRARY_CACHE_BYTES,
    renewed: () => scanner.renew(),
  });
  const scanner: Scanner = new Scanner({
    workerFile: files.scanWorker,
    file: libraryFile,
    binding: files.sqlite,
    nativeFile: files.native,
    roots,
    trackShape: TRACK,
    tagRules: () => settings.read(),
    database: records,
    log: log.child('library'),
  });
  const library = new Library({ records, state: database, log: log.child('library') });
  const playlistNews = new PlaylistNews();
  const smartPlaylists = new SmartPlaylists({
    state: database,
    library,
    news: playlistNews,
    log: log.child('library'),
  });
  const movedFiles = new MovedFiles({
    state: database,
    records,
    kept: library.kept,
    roots,
    moved: () => {
      library.tracksMoved();
      playlistNews.changed();
    },
    log: log.child('library'),
  });
  const savedPlaylists = new SavedPlaylists({
    state: database,
    kept: library.kept,
    news: playlistNews,
    log: log.child('library'),
  });
  const position = new PositionFile(join(state, 'position'), native, playbackClock);
  const playerStore = new PlayerStore(database, position, join(state, 'queue.unread.json'), log.child('player'));
  const volumes = new VolumeStore(database, log.child('player'));
  const settings = new Settings(new SettingsStore(database), log.child('settings'), {
    ...DEFAULT_SETTINGS,
    resumeOnStart: config.resumeOnStart,
  });
  const loadBus = () => (createRequire(files.systemBus)(files.systemBus) as { library: typeof busLibrary }).library;
  const bus = new SystemBus({ address: config.systemBus, load: loadBus, log: log.child('system') });
  const bluetooth: Bluetooth = new Bluetooth({
    bus,
    state: database,
    player: { path: SPEAKER_PLAYER, properties: () => mediaPlayer.properties() },
    log: log.child('bluetooth'),
  });
  const mixers = new Mixers(native);
  const boxOutputs: BoxOutputs = new BoxOutputs({
    native,
    builtin: { pcm: config.alsaDevice, isNamed: config.alsaDeviceNamed, mixer: config.alsaMixer },
    configured: config.outputs,
    more: [bluetooth.speakers],
    memory: {
      read: () => settings.read().audioOutput,
      save: (choice) => settings.change({ audioOutput: choice }),
    },
    switchTo: (target) => playing().audio.switchTo(target),
    tryAgain: () => engines?.audio.output.tryAgain(),
    volume: {
      facts: () => volume.facts(),
      setMode: (mode, options) => volume.setMode(mode, options),
      setLimit: (step) => volume.setLimit(step),
      reloadLimit: () => volume.reloadLimit(),
    },
    volumesAtRest: new RestingVolumes({ mixers, memory: volumes, log: log.child('audio') }),
    watchCards: watchSoundCards,
    log: log.child('devices'),
  });
  const { outputs } = boxOutputs;
  let engines: Engines | undefined;
  const playing = (): Engines => {
    if (engines === undefined) throw new Error('the player connects its engines when it is built');
    return engines;
  };
  const volume = new Volume({
    choose: (output, mode) =>
      chooseScale(mixers, output, mode, (gain) => engines?.audio.output.setGain(gain), log.child('audio')),
    memory: volumes,
    whileSilent: (change) => engines?.audio.output.whileSilent(change) ?? change(),
    log: log.child('audio'),
  });
  const avahi = new Avahi(bus);
  const names = new OwnNames({
    machine: hostname,
    announced: () => avahi.registeredNames,
    configured: config.httpNames,
  });
  const ownNames = (): readonly string[] => names.read();
  let ownPorts: readonly number[] = [config.httpPort];
  const own = { allow: config.streamAllow, ownPorts: () => ownPorts, ownNames };
  const streams = new StreamAddresses(own);
  const http = new GuardedHttp(streams, `Tonearm/${version}`);
  /** The queue; who else plays into the box is known to `player`. */
  const queue = new LivePlayer(
    (events) => {
      engines = new Engines(
        {
          roots,
          native,
          nativeFile: files.native,
          workerFile: files.decoderWorker,
          target: outputs.first,
          outputOpened: (target, card) => volume.ready(target, card),
          http,
          readGains: async (path) => (await tags.readUrgently(path, GAIN_PATIENCE)).replayGain,
          findPart: (location) => library.partOf(location),
          clock: playbackClock,
          log: log.child('audio'),
        },
        events,
      );
      return engines.guests;
    },
    {
      store: playerStore,
      log: log.child('player'),
      readTraits: (location) => traitsOf(location, tags, library),
      rewinds: () => {
        const { pauseRewind, resumeRewind } = settings.read();
        return { afterPause: milliseconds(pauseRewind * 1000), afterStop: milliseconds(resumeRewind * 1000) };
      },
    },
  );
  const { audio, gains, guests } = playing();
  const player = new GuestPlayer({
    queue,
    engine: guests,
    source: bluetooth.reception,
    log: log.child('player'),
  });
  const fallback = new OutputFallback({
    outputs,
    player: queue,
    isWanted: () => settings.read().outputFallback,
    graceOf,
    clock: playbackClock,
    log: log.child('devices'),
  });
  const fade: SleepFade = {
    fadeOut: (duration) => audio.output.fadeOut(duration),
    restoreGain: () => audio.output.restoreGain(),
  };
  const sleepTimer = new SleepTimer(player, fade, log.child('player'), playbackClock);
  const paths = new LibraryPaths(roots);
  const encoding = () => settings.read().tagEncoding;
  const reading = { workerFile: files.tagWorker, confine: confineBeside(files.native) };
  const tags = new TrackTags({ ...reading, paths, encoding, log: log.child('library') });
  const pictures = new TagReader({ ...reading, log: log.child('library') });
  const covers = new Covers({
    paths,
    directory: join(state, 'covers'),
    readPicture: (path) => pictures.readPicture(path),
    confine: confineBeside(files.native),
    log: log.child('library'),
  });
  const stations = new Stations({ state: database, log: log.child('radio') });
  /** Where a stranger's picture is fetched from: never from the home network, which nobody chose. */
  const outside = new GuardedHttp(new StreamAddresses({ ...own, forbid: HOME_NETWORKS }), `Tonearm/${version}`);
  const logos = new Logos({ http: outside, covers, log: log.child('radio') });
  const directory = new Directory({
    address: config.radioDirectory,
    http,
    streams,
    log: log.child('radio'),
  });
  const uploadedTags = new TagReader({ ...reading, log: log.child('uploads') });
  const uploads = new Uploads({
    roots: () => Promise.resolve(reachableRoots(paths.roots, scanner.read().volumes)),
    spaceOf,
    tags: uploadedTags,
    scanner,
    log: log.child('uploads'),
  });
  const positionKeeper = new PositionKeeper({
    player: queue,
    store: playerStore,
    clock: playbackClock,
    log: log.child('player'),
  });
  const playOn = new PlayOn({
    player: queue,
    findOutput() {
      const { pcm, isPresent } = outputs.current();
      if (isPresent && pcm !== '' && audio.trouble === undefined) return true;
      audio.output.tryAgain();
      return false;
    },
    clock: playbackClock,
    log: log.child('player'),
  });
  const playCounts = new PlayCounts({
    player: queue,
    library,
    told: new Told({ database, teller: 'counts', log: log.child('listens') }),
    log: log.child('listens'),
  });
  const scrobbler = new Scrobbler({
    player: queue,
    library,
    settings,
    queue: new ListenQueue(database),
    told: new Told({ database, teller: 'listenbrainz', log: log.child('listens') }),
    http,
    log: log.child('listens'),
    version,
  });
  const presence = new Presence({ directory: state, log: log.child('system') });
  const pin = new Pin({ state: database, mark: new PinMark(state), presence, log: log.child('system') });
  const backups = new Backups({
    workerFile: files.backupWorker,
    binding: files.sqlite,
    directory: state,
    file: stateFile,
    state: database,
    version,
    settings,
    library,
    playlistNews,
    stations,
    movedFiles,
    player: queue,
    volume,
    scrobbler,
    scanner,
    pin,
    speakers: { reloadWanted: () => bluetooth.reloadWanted() },
    log: log.child('system'),
  });
  const writeTrial = new WriteTrial(database);
  const notices = new Notices(stateFile);
  const stall = new StallWatch();
  const health = new Health([
    {
      name: 'audio',
      restartHelps: true,
      async look() {
        await audio.answer();
        stall.look(audio.readings(), queue.status().kind === 'playing');
      },
    },
    {
      name: 'state',
      restartHelps: false,
      look: () => database.read((sql) => sql.prepare('SELECT 1').get()),
      tryOut: () => writeTrial.look(),
    },
    { name: 'library', restartHelps: false, look: () => records.read((sql) => sql.prepare('SELECT 1').get()) },
  ]);
  const loopDelay = new LoopDelayGauge();
  const readMetrics = () => [
    ...boxFamilies({
      version,
      sound: audio.readings(),
      playback: player.status().kind,
      queued: player.queue().entries.length,
      scan: scanner.read(),
    }),
    ...processFamilies(loopDelay.read()),
  ];
  const watchdog = new Watchdog(config.serviceManager, native.sendServiceNotice, log.child('system'), () =>
    health.isAlive(),
  );
  const desktopBus =
    config.sessionBus === undefined
      ? undefined
      : new SystemBus({ address: config.sessionBus, load: loadBus, log: log.child('mpris') });
  let coverPort = config.httpPort;
  const mediaPlayer = new MediaPlayer({
    player,
    volume,
    describe: () => currentEntry(player, { tags, library }),
    tags,
    library: scanner,
    admit: async (location) => (await admitTracks([location], paths, streams)).join(),
    coverOf: (name) => `http://127.0.0.1:${coverPort}/covers/${name}`,
    log: log.child('mpris'),
  });
  const mpris = new Mpris({ bus: desktopBus ?? bus, player: mediaPlayer, log: log.child('mpris') });
  const clock = new Clock({ bus, mark: new NetworkTimeMark(state), zoneChanged: followTimeZone });
  const power = new Power(bus);
  const discovery = new Discovery({
    avahi,
    settings,
    boxId: new BoxId(database, log.child('discovery')),
    publisher: new Publisher(() => {
      keepAvahiQuiet();
      return createRequire(files.mdns)(files.mdns) as MdnsLibrary;
    }),
    machine: hostname,
    version,
    log: log.child('discovery'),
  });
  const sticks = new Sticks(bus);
  const undo: (() => Promise<void>)[] = [];
  let soundNow: SettingsRecord | undefined;
  let shufflingNow = false;

  /** Brings what is set into force. Gains first: they count from the moment at which ReplayGain does. */
  async function sound(): Promise<void> {
    const wanted = settings.read();
    const { shuffle } = player.modes();
    if (wanted === soundNow && shuffle === shufflingNow) return;
    soundNow = wanted;
    shufflingNow = shuffle;
    await gains.turn(wanted.replayGain.source !== 'off');
    if (wanted === soundNow && shuffle === shufflingNow) audio.setSound(wanted, shuffle);
  }

  /** Whether phones may play here, and what they see. */
  function receive(): void {
    const { bluetoothReception: isOn, playerName, hostName } = settings.read();
    bluetooth.reception.want({ isOn, name: playerName || hostName || hostname() });
  }

  async function fillDemoQueue(folder: string): Promise<void> {
    const { entries } = player.queue();
    if (entries.length > 0 && entries.every(({ location }) => location.startsWith(`${folder}/`))) return;
    await player.replaceQueue(await findAudioFiles(folder, entries.length + 1000));
  }

  return {
    async start() {
      await mkdir(state, { recursive: true, mode: 0o700 });
      const { output } = audio;
      undo.push(
        async () => {
          await position.close();
          await records.close();
          await database.close();
        },
        () => movedFiles.stop(),
        () => scanner.stop(),
        () => tags.stop(),
        () => pictures.stop(),
        () => uploadedTags.stop(),
        () => playing().stop(),
      );
      await importEarlierFiles({
        directory: state,
        database,
        player: playerStore,
        volumes,
        log: log.child('player'),
      });
      await backups.clearAway();
      await presence.start();
      undo.push(() => presence.stop());
      await pin.forgetIfAsked(state);
      await settings.load();
      await boxOutputs.start();
      await sound();
      const problem = await output.probe(FIRST_RATE);
      // Not beside an opening, whose card it would be taken for.
      if (problem !== undefined) await output.whileSilent(() => volume.follow(output.target, -1));
      await queue.restore(settings.read().resumeOnStart);
      const changed = (): void => void sound();
      settings.subscribe(changed);
      settings.subscribe((now, before) => {
        if (textOfRules(now) === textOfRules(before)) return;
        tags.rulesChanged();
        scanner.rulesChanged();
      });
      settings.subscribe(() => void outputs.follow());
      settings.subscribe(() => {
        fallback.look();
      });
      fallback.start();
      player.subscribe(changed);
      positionKeeper.start();
      undo.push(() => {
        fallback.stop();
        return positionKeeper.stop();
      });
      playCounts.start();
      scrobbler.start();
      undo.push(async () => {
        queue.leave();
        await playCounts.stop();
        await scrobbler.stop();
      });
      if (demo !== undefined) await fillDemoQueue(demo);
      const server = createHttpServer(
        {
          player,
          volume,
          outputs,
          opened: { read: () => output.negotiated, subscribe: (listener) => output.subscribe(listener) },
          settings,
          sleepTimer,
          tags,
          library,
          savedPlaylists,
          playlistNews,
          smartPlaylists,
          stations,
          logos,
          directory,
          scanner,
          scrobbler,
          covers,
          paths,
          streams,
          diagnostics: {
            configuration: config,
            readMachine,
            readSqliteVersion: () =>
              database.read((sql) => sql.prepare('SELECT sqlite_version()').pluck().get() as string),
            output: () => output.negotiated,
            log: recentLog,
          },
          backups,
          notices,
          pin,
          clock,
          power: {
            turn: (action) =>
              action === 'restart' ? presence.aroundRestart(() => power.turn(action)) : power.turn(action),
          },
          sticks,
          uploads,
          discovery,
          bluetooth,
          health,
          readMetrics,
          log: log.child('http'),
          version,
          remotePage: files.remotePage,
          docsPage: files.docsPage,
          examples: files.examples,
          ownNames,
          allowedClients: config.httpAllow,
        },
        { host: config.httpHost, port: config.httpPort, inherited: config.serviceManager.listening },
      );
      await server.start();
      ownPorts = [config.httpPort, ...server.ports];
      coverPort = server.address?.port ?? config.httpPort;
      undo.push(
        // Together: a file that is being read need not be waited for.
        async () => {
          await Promise.all([uploads.stop(), uploadedTags.stop()]);
        },
        () => {
          loopDelay.stop();
          sleepTimer.stop();
          playOn.stop();
          return server.stop().finally(() => bus.stop());
        },
      );
      // The phone is answered first; the decoder is ready some 50 ms later.
      audio.start();
      playOn.start();
      const memory = new MemoryTrim(() => native.trimMemory());
      memory.started();
      scanner.subscribe(() => {
        const { progress, last } = scanner.read();
        if (progress !== undefined || last === undefined) return;
        if (last.read > 0) memory.scanned();
        movedFiles.look().catch((error: unknown) => {
          log.warn('moved files were not looked for', { error });
        });
      });
      player.subscribe((news) => {
        const isNew = news.type === 'changed' && news.aspects.has('status');
        if (isNew && player.status().kind === 'playing') memory.plays();
      });
      scanner.start();
      void uploads.start();
      void pin.keepMark();
      const hidePlayer = showPlayer(bus, SPEAKER_PLAYER, mediaPlayer);
      await bluetooth.start();
      receive();
      settings.subscribe(receive);
      player.start();
      watchdog.ready();
      const [own = config.httpPort, ...inherited] = server.ports;
      discovery.start(reachablePorts(config.httpHost, own, inherited));
      mpris.start();
      undo.push(() => {
        mpris.stop();
        desktopBus?.stop();
        discovery.stop();
        player.sendGuestsAway();
        bluetooth.stop();
        hidePlayer();
        boxOutputs.stop();
        watchdog.stop();
        return Promise.resolve();
      });
      const firstFiles = await Promise.all(roots.map((root) => findAudioFiles(root, 1)));
      return {
        port: server.address?.port ?? config.httpPort,
        output: `${output.target.sink.name}, ${volume.scale.name}`,
        outputProblem: problem?.detail,
        libraryRoots: roots,
        libraryEmpty: firstFiles.flat().length === 0,
      };
    },
    async stop() {
      for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last();
    },
  };
}
