/**
 * What is used of dbus-next. The build makes a bundle of its own of it, `dist/system-bus.cjs`: a daemon that has nothing
 * to do with the bus never reads it.
 */
import { Message, MessageFlag, MessageType, sessionBus, Variant } from 'dbus-next';

export const library = { Message, MessageFlag, MessageType, Variant, sessionBus };

export type BusLibrary = typeof library;
