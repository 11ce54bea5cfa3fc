/** Tells those who read tags that the settings for reading them have changed. */
import { type TagRules, textOfRules } from '../tags/tag-rules.js';

/** The part of the settings that is needed here. */
interface RuleSettings {
  subscribe(listener: (now: TagRules, before: TagRules) => void): () => void;
}

/** Calls `rulesChanged` of every reader after a change that concerns tags. @returns what ends that */
export function followTagRules(settings: RuleSettings, readers: readonly { rulesChanged(): void }[]): () => void {
  return settings.subscribe((now, before) => {
    if (textOfRules(now) === textOfRules(before)) return;
    for (const reader of readers) reader.rulesChanged();
  });
}
