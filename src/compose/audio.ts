/** Builds what plays: outputs, volume, the playback engine and the player. */
import { join } from 'node:path';

import { BoxOutputs } from '../devices/box-outputs.js';
import { readTraits } from '../library/traits.js';
import { createEngine, type CreatedEngine } from '../playback/engine/create-engine.js';
import { LivePlayer } from '../playback/live-player.js';
import { PlayerStore } from '../playback/player-store.js';
import { PositionFile } from '../playback/position-file.js';
import { rewindsOf } from '../settings/settings.js';
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
  { config, files, roots, state, clock, native, log }: Given,
  { database, settings, library }: LibraryRooms,
  { tags }: FileRooms,
  { bluetooth, http }: NetworkRooms,
) {
  const position = new PositionFile(join(state, 'position'), native, clock);
  const store = new PlayerStore(database, position, join(state, 'queue.unread.json'), log.child('player'));
  const volumes = new VolumeStore(database, log.child('player'));
  const mixers = new Mixers(native);
  let built: CreatedEngine | undefined;
  const created = (): CreatedEngine => {
    if (built === undefined) throw new Error('the player connects its engine when it is built');
    return built;
  };
  const boxOutputs: BoxOutputs = new BoxOutputs({
    native,
    builtin: { pcm: config.alsaDevice, isNamed: config.alsaDeviceNamed, mixer: config.alsaMixer },
    configured: config.outputs,
    more: [bluetooth.speakers],
    memory: {
      read: () => settings.read().audioOutput,
      save: (choice) => settings.change({ audioOutput: choice }),
    },
    switchTo: (target) => created().pipeline.switchTo(target),
    tryAgain: () => built?.pipeline.output.tryAgain(),
    volumes: {
      active: {
        status: () => volume.status(),
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
  const volume = new Volume({
    choose: (output, mode) =>
      chooseScale(mixers, output, mode, (gain) => built?.pipeline.output.setGain(gain), log.child('audio')),
    memory: volumes,
    whileSilent: (change) => built?.pipeline.output.whileSilent(change) ?? change(),
    log: log.child('audio'),
  });
  const player = new LivePlayer(
    (events) => {
      built = createEngine(
        {
          roots,
          native,
          nativeFile: files.native,
          workerFile: files.decoderWorker,
          target: outputs.first,
          outputOpened: (target, card) => volume.prepare(target, card),
          http,
          readGains: async (path) => (await tags.readUrgently(path, GAIN_PATIENCE)).replayGain,
          findPart: (location) => library.partOf(location),
          clock,
          log: log.child('audio'),
        },
        events,
      );
      return built.engine;
    },
    {
      store,
      log: log.child('player'),
      readTraits: (location) => readTraits(location, tags, library),
      rewinds: () => rewindsOf(settings.read()),
      external: bluetooth.reception,
    },
  );
  const { engine, pipeline: audio } = created();
  return { position, store, volumes, boxOutputs, outputs, volume, engine, audio, player };
}
