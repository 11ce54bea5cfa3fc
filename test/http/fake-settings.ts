import { Settings } from '../../src/settings/settings.js';
import { SILENT_LOG } from '../fixtures/log.js';

/** Settings at their defaults, kept nowhere; `failure` is what the disk says. */
export function settingsInMemory(failure?: Error): Settings {
  const store = {
    load: async () => new Map<string, unknown>(),
    save: async () => {
      if (failure !== undefined) throw failure;
    },
  };
  return new Settings(store, SILENT_LOG);
}
