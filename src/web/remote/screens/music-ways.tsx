/** Ways to music, for a box that has none. */
import { Group, LinkRow } from '../parts/form.js';
import { bodyOf, box } from '../state/box.js';
import { say } from '../state/language.js';
import { part } from '../state/player.js';
import { useResource } from '../state/resource.js';
import { addressOf } from '../state/route-path.js';

/** Folders and sticks with music, fetched anew after each scan. */
export function useRoots() {
  return useResource('roots', () => bodyOf(box.GET('/system/roots')), String(part.scan.value?.revision)).value;
}

/** @param title other than the question of an empty library */
export function MusicWays({ title = say('welcome.music') }: { readonly title?: string }) {
  const hasStick = useRoots()?.sticks?.some(({ state }) => state === 'mounted') === true;
  return (
    <Group title={title} hint={say(hasStick ? 'welcome.stickThere' : 'welcome.stick')}>
      <LinkRow icon="add" label={say('welcome.phone')} href={addressOf('add')} />
      <LinkRow icon="radio" label={say('welcome.radio')} href={addressOf('radio')} />
    </Group>
  );
}
