/** Builds the MPD protocol, which answers the same clients as the page does. */
import { ClientGuard } from '../http/client-guard.js';
import { clientOf } from '../http/shares.js';
import { Slots } from '../http/slots.js';
import type { Admission, MpdDeps, SlotHolder } from '../mpd/deps.js';
import { MpdListener } from '../mpd/listener.js';
import { StickerStore } from '../mpd/sticker-store.js';
import { SwitchedServer } from '../switched-server.js';
import type { Given } from './given.js';
import type { AllRooms } from './server.js';

/** A client that follows the player keeps one or two connections. */
const SLOTS = { address: 32, network: 64, all: 100 };

export function composeMpd({ config, roots, log }: Given, rooms: AllRooms): SwitchedServer {
  const { database, library, settings } = rooms;
  const ownLog = log.child('mpd');
  const deps = (): MpdDeps => ({
    ...rooms,
    roots,
    stickers: new StickerStore({
      state: database,
      keeping: (track) => library.kept.keeping(track),
      log: ownLog,
    }),
    admission: admissionOf(config.httpAllow),
    log: ownLog,
  });
  return new SwitchedServer({
    settings,
    isWanted: () => config.mpdPort !== 0 && settings.read().mpdServer,
    async open() {
      const listener = new MpdListener({ host: config.httpHost, port: config.mpdPort, deps, log: ownLog });
      await listener.start();
      return listener;
    },
    clients: 'MPD clients',
    log: ownLog,
  });
}

function admissionOf(allowed: readonly string[]): Admission {
  const guard = new ClientGuard(allowed);
  const slots = new Slots<SlotHolder>(SLOTS, { end: (holder) => holder.end() });
  return {
    admit(socket) {
      guard.checkConnection(socket);
      return clientOf(socket);
    },
    take: (holder) => slots.take(holder),
    leave: (holder) => slots.leave(holder),
  };
}
