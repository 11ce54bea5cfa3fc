/**
 * Exports the player on the session bus, or on the system bus where there is no desktop, for applets, media keys and
 * `playerctl`. Thread: main. Source: MPRIS 2.2, "org.mpris.MediaPlayer2".
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
 * Exports the player at a path, with its changes.
 * @param others further interfaces of the object
 * @returns ends that; may be called twice
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
  #end: (() => void) | undefined;

  constructor(private readonly deps: MprisDeps) {}

  /** Does not wait for the bus. Without one, or without the right to the name, the player works all the same. */
  start(): void {
    const { bus, player, log } = this.deps;
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
