/**
 * The parts of dbus-next that are used. Built as a bundle of its own, `dist/system-bus.cjs`, which a daemon that does
 * not use the bus never reads.
 */
import { Message, MessageFlag, MessageType, sessionBus, Variant } from 'dbus-next';

export const library = { Message, MessageFlag, MessageType, Variant, sessionBus };

export type BusLibrary = typeof library;
