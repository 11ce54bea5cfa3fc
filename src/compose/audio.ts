/** Builds what plays: outputs, volume, the playback engine and the player. */
import { join } from 'node:path';

import { confineNextTo } from '../confined.js';
import { BoxOutputs } from '../devices/box-outputs.js';
import { readTraits } from '../library/traits.js';
import { Output } from '../output/output.js';
import { alsaSink } from '../output/sinks/alsa-sink.js';
import { Engine } from '../playback/engine/engine.js';
import { Pipeline } from '../playback/engine/pipeline.js';
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
import { watchSoundCards } from '../system/sound-cards.js';
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
  { bluetooth, airplay, http, snapcastServices, snapcast }: NetworkRooms,
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
    more: [bluetooth.speakers, snapcastServers],
    memory: {
      read: () => settings.read().audioOutput,
      save: (choice) => {
        const isCardOf = isCard(outputs.get(choice.id));
        return settings.change({ audioOutput: choice, ...(isCardOf && { cardOutput: choice.id }) });
      },
    },
    sinkOf: (pcm) => alsaSink(native, pcm),
    switchTo: (target) => output.switchTo(target),
    tryAgain: () => output.tryAgain(),
    openAnew: () => void output.whileSilent(() => Promise.resolve()),
    volumes: {
      active: {
        status: () => volume.status(),
        set: (step) => volume.set(step),
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
    whileSilent: (change) => output.whileSilent(change),
    log: log.child('audio'),
  });
  const output: Output = new Output({
    native,
    target: outputs.first,
    opened: (target, card) => volume.prepare(target, card),
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
  const feedDeps = { http, confine: confineNextTo(files.native), log: log.child('audio') };
  const engine = new Engine({
    pipeline,
    output,
    readGains: async (path) => (await tags.readUrgently(path, GAIN_PATIENCE)).replayGain,
    findPart: (location) => library.partOf(location),
    openFeed: (address, from, events) => new RemoteFeed(feedDeps, address, from, events),
    openCapture: (source, ended) => source.open?.(ended) ?? new Capture(source, ended),
    clock,
    log: log.child('audio'),
  });
  const player = new LivePlayer(engine, {
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
    engine,
    player,
  };
}
