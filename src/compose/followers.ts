/** Builds what follows the player: timers, saved position, listens, MPRIS. */
import { Alarms } from '../alarms/alarms.js';
import { graceOf, OutputFallback } from '../devices/output-fallback.js';
import { admitTracks } from '../http/admission.js';
import { describeCurrent } from '../http/entries.js';
import { LastFm } from '../listens/lastfm.js';
import { LastFmAccount } from '../listens/lastfm-account.js';
import { LastFmApi } from '../listens/lastfm-api.js';
import { ListenBrainz } from '../listens/listenbrainz.js';
import { type Destination, ListenQueue } from '../listens/listen-queue.js';
import { PlayCounts } from '../listens/play-counts.js';
import { Scrobbler } from '../listens/scrobbler.js';
import { ReportedListens } from '../listens/reported-listens.js';
import { NetworkTime } from '../net/network-time.js';
import type { ScrobbleService } from '../listens/service.js';
import { MediaPlayer } from '../mpris/media-player.js';
import { Mpris } from '../mpris/mpris.js';
import { PlayOn } from '../playback/play-on.js';
import { PositionKeeper } from '../playback/position-keeper.js';
import { SleepTimer } from '../playback/sleep-timer.js';
import { RecentStations } from '../radio/recent-stations.js';
import type { AudioRooms } from './audio.js';
import type { FileRooms } from './files.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { NetworkRooms } from './network.js';
import type { Outputs } from '../devices/outputs.js';
import type { SoundSettings } from '../dsp/sound-settings.js';
import type { Engine } from '../playback/engine/engine.js';
import type { Pipeline } from '../playback/engine/pipeline.js';
import type { PipelineSwitch } from '../playback/engine/pipeline-switch.js';
import type { Player } from '../playback/player.js';

export type FollowerRooms = ReturnType<typeof composeFollowers>;

export function composeFollowers(
  { clock, version, toneFolders, log }: Given,
  { database, settings, library, scanner, savedPlaylists, smartPlaylists, stations }: LibraryRooms,
  { paths, tags }: FileRooms,
  { bus, desktopBus, http, streams, directory, sentTracks }: NetworkRooms,
  { outputs, volume, output, pipeline, pipelines, engine, player, store }: AudioRooms,
  /** Port on which this machine itself reaches the daemon. */
  coverPort: () => number,
) {
  const sound = new AppliedSound({ settings, player, engine, pipeline });
  const fallback = new OutputFallback({
    outputs,
    player,
    isWanted: () => settings.read().outputFallback,
    graceOf,
    clock,
    log: log.child('devices'),
  });
  const sleepTimer = new SleepTimer(player, output.control, log.child('player'), clock);
  const alarms = new Alarms({
    state: database,
    player,
    volume,
    softVolume: output.control,
    sleepTimer,
    music: { library, savedPlaylists, smartPlaylists, stations, streams },
    toneFolders,
    findOutput: () => findOutput(outputs, pipelines),
    standIn: () => outputs.standIn(),
    networkTime: new NetworkTime(),
    clock,
    log: log.child('alarms'),
  });
  const positionKeeper = new PositionKeeper({ player, store, clock, log: log.child('player') });
  const playOn = new PlayOn({
    player,
    findOutput: () => findOutput(outputs, pipelines),
    clock,
    log: log.child('player'),
  });
  const listenDeps = { player, library, log: log.child('listens') };
  const playCounts = new PlayCounts({
    ...listenDeps,
    reported: new ReportedListens({ database, teller: 'counts', log: log.child('listens') }),
  });
  const recentStations = new RecentStations({ stations, directory, library, log: log.child('radio') });
  player.subscribe((event) => {
    if (event.type === 'listening' && event.phase === 'begun') void recentStations.note(event.listening.location);
  });
  const scrobblerOf = (teller: Destination, service: ScrobbleService): Scrobbler =>
    new Scrobbler({
      ...{ ...listenDeps, settings, service },
      queue: new ListenQueue(database, teller),
      reported: new ReportedListens({ database, teller, log: log.child('listens') }),
    });
  const lastFmApi = new LastFmApi({ http });
  const scrobblers = {
    listenBrainz: scrobblerOf('listenbrainz', new ListenBrainz({ settings, http, version })),
    lastFm: scrobblerOf('lastfm', new LastFm({ settings, api: lastFmApi })),
  };
  const lastFmAccount = new LastFmAccount({ settings, api: lastFmApi });
  const mediaPlayer = new MediaPlayer({
    player,
    volume,
    describe: () => describeCurrent(player, { tags, library, sentTracks }),
    tags,
    library: scanner,
    admit: async (location) => (await admitTracks([location], paths, streams)).join(),
    coverOf: (name) => `http://127.0.0.1:${coverPort()}/covers/${name}`,
    log: log.child('mpris'),
  });
  const mpris = new Mpris({ bus: desktopBus ?? bus, player: mediaPlayer, log: log.child('mpris') });
  return {
    ...{ sound, fallback, sleepTimer, alarms, positionKeeper, playOn, playCounts, scrobblers, lastFmAccount },
    ...{ mediaPlayer, mpris },
  };
}

/** Whether the chosen output is there and open; where not, its device is tried once more. */
function findOutput(outputs: Pick<Outputs, 'current'>, output: Pick<PipelineSwitch, 'trouble' | 'tryAgain'>): boolean {
  const { pcm, isPresent, network } = outputs.current();
  const isSounding = pcm !== '' || network !== undefined;
  if (isPresent && isSounding && output.trouble === undefined) return true;
  output.tryAgain();
  return false;
}

interface AppliedSoundDeps {
  /** Another object after every change. */
  readonly settings: { read(): SoundSettings };
  readonly player: Pick<Player, 'modes'>;
  readonly engine: Pick<Engine, 'setReplayGain'>;
  readonly pipeline: Pick<Pipeline, 'setSound'>;
}

/** Applies the sound settings to the engine whenever they, or shuffling, have changed. Thread: main. */
class AppliedSound {
  #sound: SoundSettings | undefined;
  #shuffle = false;

  constructor(private readonly deps: AppliedSoundDeps) {}

  /** Nothing is done where nothing has changed. Gains first: they count from the moment at which ReplayGain does. */
  async look(): Promise<void> {
    const { settings, player, engine, pipeline } = this.deps;
    const sound = settings.read();
    const { shuffle } = player.modes();
    const isCurrent = (): boolean => sound === this.#sound && shuffle === this.#shuffle;
    if (isCurrent()) return;
    this.#sound = sound;
    this.#shuffle = shuffle;
    await engine.setReplayGain(sound.replayGain.source !== 'off');
    if (isCurrent()) pipeline.setSound(sound, shuffle);
  }
}
