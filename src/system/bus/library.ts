/**
 * What is used of dbus-next. The build makes a bundle of its own of it, `dist/system-bus.cjs`: a daemon that nobody asks
 * about its box never reads it.
 */
import { Message, MessageType, sessionBus } from 'dbus-next';

export const library = { Message, MessageType, sessionBus };

export type BusLibrary = typeof library;
