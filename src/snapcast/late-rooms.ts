/** The rooms of Snapcast servers, whose modules are loaded when somebody asks for rooms. Thread: main. */
import type { SnapcastRooms, SnapcastRoomsDeps } from './rooms.js';

export class LateRooms implements Pick<SnapcastRooms, 'read' | 'change' | 'stop'> {
  #rooms: Promise<SnapcastRooms> | undefined;

  constructor(private readonly deps: SnapcastRoomsDeps) {}

  read: SnapcastRooms['read'] = async (...which) => (await this.#loaded()).read(...which);

  change: SnapcastRooms['change'] = async (...which) => (await this.#loaded()).change(...which);

  stop(): void {
    void this.#rooms?.then((rooms) => rooms.stop());
  }

  #loaded(): Promise<SnapcastRooms> {
    this.#rooms ??= import('./rooms.js').then(({ SnapcastRooms }) => new SnapcastRooms(this.deps));
    return this.#rooms;
  }
}
