/**
 * The player on the bus of the desktop, or on that of the system where there is no desktop: players' applets, media keys
 * and `playerctl` find and control it there. Source: MPRIS 2.2, "org.mpris.MediaPlayer2".
 */
import type { Log } from '../log.js';
import type { ExportedInterface } from '../dbus/exported-interface.js';
import type { SystemBus } from '../dbus/system-bus.js';
import { type MediaPlayer, PLAYER_INTERFACE } from './media-player.js';

const NAME = 'org.mpris.MediaPlayer2.tonearm';
const PATH = '/org/mpris/MediaPlayer2';

/** The root interface of MPRIS: a player without a window that cannot be quit. */
const ROOT: ExportedInterface = {
  name: 'org.mpris.MediaPlayer2',
  methods: { Raise: { call: () => undefined }, Quit: { call: () => undefined } },
  properties: {
    CanQuit: { type: 'b', get: () => false },
    CanRaise: { type: 'b', get: () => false },
    HasTrackList: { type: 'b', get: () => false },
    Identity: { type: 's', get: () => 'Tonearm' },
    SupportedUriSchemes: { type: 'as', get: () => ['file', 'http', 'https'] },
    SupportedMimeTypes: {
      type: 'as',
      get: () => ['audio/mpeg', 'audio/flac', 'audio/ogg', 'audio/wav', 'audio/mp4', 'audio/aac', 'audio/aiff'],
    },
  },
};

/**
 * Shows the player at a path, and tells its changes there.
 * @param others what else the object shows
 * @returns ends it; may be called twice
 */
export function showPlayer(
  bus: Pick<SystemBus, 'exportObject'>,
  path: string,
  player: MediaPlayer,
  others: readonly ExportedInterface[] = [],
): () => void {
  const object = bus.exportObject(path, [...others, player.interface]);
  const end = player.subscribe((event) => {
    if (event.type === 'changed') object.changed(PLAYER_INTERFACE, event.properties);
    else object.emit(PLAYER_INTERFACE, 'Seeked', 'x', [event.position]);
  });
  return () => {
    end();
    object.remove();
  };
}

export interface MprisDeps {
  readonly bus: Pick<SystemBus, 'exportObject' | 'requestName'>;
  readonly player: MediaPlayer;
  readonly log: Log;
}

export class Mpris {
  readonly #deps: MprisDeps;
  #end: (() => void) | undefined;

  constructor(deps: MprisDeps) {
    this.#deps = deps;
  }

  /** Never waits for the bus: without one, or without the right to the name, the player is as it is. */
  start(): void {
    const { bus, player, log } = this.#deps;
    this.#end = showPlayer(bus, PATH, player, [ROOT]);
    bus.requestName(NAME).then(
      (outcome) => {
        if (outcome === 'owned') log.debug('player: visible to other programs', { name: NAME });
      },
      (error: unknown) => {
        log.debug('player: not visible to other programs', { name: NAME, error });
      },
    );
  }

  /** May be called twice. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
  }
}
