/** Presence of a box that was just switched on. */
import type { Test } from 'tap';
import { Presence, type PresenceDeps } from '../../src/system/presence.js';
import { SILENT_LOG } from '../fixtures/log.js';

export async function switchedOn(_: Test, directory: string, deps: Partial<PresenceDeps> = {}): Promise<Presence> {
  const presence = new Presence({ directory, log: SILENT_LOG, ...deps });
  await presence.start();
  return presence;
}
