/** Builds what plays: outputs, volume, the playback engine and the player. */
import { join } from 'node:path';

import { confineNextTo } from '../confined.js';
import { BoxOutputs } from '../devices/box-outputs.js';
import { readTraits } from '../library/traits.js';
import { lookUpOne } from '../http/entries.js';
import { Output } from '../output/output.js';
import { alsaSink } from '../output/sinks/alsa-sink.js';
import { Engine } from '../playback/engine/engine.js';
import { Pipeline } from '../playback/engine/pipeline.js';
import { PipelineSwitch } from '../playback/engine/pipeline-switch.js';
import { joinSources } from '../playback/external-source.js';
import { LivePlayer } from '../playback/live-player.js';
import { PlayerStore } from '../playback/player-store.js';
import { PositionFile } from '../playback/position-file.js';
import { rewindsOf } from '../settings/settings.js';
import { clientCard, isCard } from '../snapcast/client-card.js';
import { LateRooms } from '../snapcast/late-rooms.js';
import { SnapcastServers } from '../snapcast/servers.js';
import { Capture } from '../streams/capture.js';
import { RemoteFeed } from '../streams/remote-feed.js';
import type { PlayingDeps } from '../renderers/renderers.js';
import { watchSoundCards } from '../system/sound-cards.js';
import { mediaType } from '../tags/media-types.js';
import { milliseconds } from '../units.js';
import { chooseScale } from '../volume/choose-scale.js';
import { Mixers } from '../volume/mixers.js';
import { InactiveVolumes } from '../volume/inactive-volumes.js';
import { VolumeStore } from '../volume/volume-store.js';
import { Volume } from '../volume/volume.js';
import type { FileRooms } from './files.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { NetworkRooms } from './network.js';

/** Milliseconds to wait for the gain of a track: nothing sounds before it is known. */
const GAIN_PATIENCE = 4000;

export type AudioRooms = ReturnType<typeof composeAudio>;

export function composeAudio(
  { config, files, roots, state, toneFolders, clock, native, log }: Given,
  { database, settings, library }: LibraryRooms,
  { tags }: FileRooms,
  { bluetooth, airplay, renderers, sentTracks, http, snapcastServices, snapcast }: NetworkRooms,
  /** Port of the REST interface. */
  restPort: () => number,
) {
  const { runtimeDirectory } = config;
  const liveFile = runtimeDirectory === undefined ? undefined : join(runtimeDirectory, 'position');
  const position = new PositionFile(join(state, 'position'), native, clock, liveFile);
  const store = new PlayerStore(database, position, join(state, 'queue.unread.json'), log.child('player'));
  const volumes = new VolumeStore(database, log.child('player'));
  const mixers = new Mixers(native);
  const snapcastServers = new SnapcastServers({
    services: snapcastServices,
    own: snapcast,
    native,
  });
  const boxOutputs: BoxOutputs = new BoxOutputs({
    native,
    builtin: { pcm: config.alsaDevice, isNamed: config.alsaDeviceNamed, mixer: config.alsaMixer },
    configured: config.outputs,
    more: [bluetooth.speakers, snapcastServers, renderers],
    memory: {
      read: () => settings.read().audioOutput,
      save: (choice) => {
        const isCardOf = isCard(outputs.get(choice.id));
        return settings.change({ audioOutput: choice, ...(isCardOf && { cardOutput: choice.id }) });
      },
    },
    sinkOf: (pcm) => alsaSink(native, pcm),
    switchTo: (target) => pipelines.switchTo(target),
    tryAgain: () => pipelines.tryAgain(),
    openAnew: () => void pipelines.whileSilent(() => Promise.resolve()),
    volumes: {
      active: {
        status: () => volume.status(),
        set: (step) => volume.set(step),
        setPercent: (percent) => volume.setPercent(percent),
        setMode: (mode, options) => volume.setMode(mode, options),
        setLimit: (step) => volume.setLimit(step),
        reload: () => volume.reload(),
      },
      inactive: new InactiveVolumes({ mixers, memory: volumes, log: log.child('audio') }),
    },
    watchCards: watchSoundCards,
    log: log.child('devices'),
  });
  const { outputs } = boxOutputs;
  const rooms = new LateRooms({ output: (id) => outputs.get(id) });
  const volume: Volume = new Volume({
    choose: (target, mode) =>
      chooseScale(mixers, target, mode, (gain) => output.control.setGain(gain), log.child('audio')),
    memory: volumes,
    whileSilent: (change) => pipelines.whileSilent(change),
    log: log.child('audio'),
  });
  const output: Output = new Output({
    native,
    target: outputs.first,
    // A card that comes back while a network player plays gets its volume when it is played to.
    opened: (target, card) => (pipelines.isElsewhere ? Promise.resolve(() => undefined) : volume.prepare(target, card)),
    clock,
    log: log.child('audio'),
  });
  const pipeline = new Pipeline({
    output,
    nativeFile: files.native,
    workerFile: files.decoderWorker,
    get roots() {
      return [...roots.paths, ...toneFolders];
    },
    clock,
    log: log.child('audio'),
  });
  roots.subscribe(() => pipeline.rootsChanged());
  const known = async (location: string) => {
    const entry = await lookUpOne(location, { tags, library, sentTracks });
    const { title, artist, album, length, frequency, bitrate } = entry;
    return {
      ...{ title, artist, album, bitrate, sampleRate: frequency, length: milliseconds(length) },
      id: location.startsWith('/') ? (entry.id ?? undefined) : undefined,
      cover: entry.album_art ? `/covers/${entry.album_art}` : undefined,
      type: mediaType(location),
    };
  };
  const playingElsewhere: PlayingDeps = {
    ...{ known, clock, port: restPort, workerFile: files.streamWorker, nativeFile: files.native },
    roots: () => [...roots.paths, ...toneFolders],
  };
  const pipelines = new PipelineSwitch({
    local: pipeline,
    output,
    remoteOf: (key) => renderers.pipelineOf(key, () => outputs.get(key).name, playingElsewhere),
    opened: (target, card) => volume.prepare(target, card),
    pausedThere: () => void player.pause().catch(noticed),
    resumedThere: () => void player.resume().catch(noticed),
  });
  const noticed = (error: unknown): void =>
    log.child('player').warn('renderer: pause or play pressed there was not applied', { error });
  const feedDeps = { http, confine: confineNextTo(files.native), log: log.child('audio') };
  const engine: Engine = new Engine({
    pipeline: pipelines,
    output: pipelines,
    readGains: async (path) => (await tags.readUrgently(path, GAIN_PATIENCE)).replayGain,
    findPart: (location) => library.partOf(location),
    openFeed: (address, from, events) => new RemoteFeed(feedDeps, address, from, events),
    openCapture: (source, ended) => source.open?.(ended) ?? new Capture(source, ended),
    clock,
    log: log.child('audio'),
  });
  const player: LivePlayer = new LivePlayer(engine, {
    store,
    log: log.child('player'),
    readTraits: (location) => readTraits(location, tags, library),
    rewinds: () => rewindsOf(settings.read()),
    external: joinSources([bluetooth.reception, airplay]),
  });
  const snapcastCard = {
    read() {
      const current = outputs.current();
      return clientCard(outputs, isCard(current) ? current.id : settings.read().cardOutput);
    },
    subscribe(listener: () => void) {
      const ends = [outputs.subscribe(listener), volume.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
  };
  return {
    snapcastCard,
    position,
    store,
    volumes,
    boxOutputs,
    outputs,
    rooms,
    volume,
    output,
    pipeline,
    pipelines,
    engine,
    player,
  };
}
