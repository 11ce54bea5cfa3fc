/** The first run: output, name, music. Each step can be skipped. */
import { useEffect, useState } from 'preact/hooks';
import { Group, LinkRow, TextField } from '../parts/form.js';
import { Button, Page } from '../parts/page.js';
import { OutputList } from '../parts/player/output-list.js';
import { Speakers } from '../parts/player/speakers.js';
import { say } from '../state/language.js';
import { addressOf } from '../state/route-path.js';
import { go } from '../state/route.js';
import { change, settings } from '../state/settings.js';
import { welcomed } from '../state/welcome.js';
import { useResource } from '../state/resource.js';
import { bodyOf, box } from '../state/box.js';

const STEPS = [Output, Name, Music] as const;

/** Kept over the way to another screen and back. */
let reached = 0;

export function WelcomeScreen() {
  const [step, setStep] = useState(reached);
  const Step = STEPS[step] ?? Music;
  const isLast = step >= STEPS.length - 1;
  // The links of the last step leave the screen, too.
  useEffect(() => {
    if (isLast) welcomed();
  }, [isLast]);
  const leave = (): void => {
    welcomed();
    reached = 0;
    go('home');
  };
  const next = (): void => {
    if (isLast) {
      leave();
      return;
    }
    reached = step + 1;
    setStep(reached);
    scrollTo(0, 0);
  };
  return (
    <Page title={say('welcome.title')} actions={<Button label={say('welcome.skip')} act={leave} />}>
      <p class="intro">{say('welcome.intro')}</p>
      <p class="faint" role="status">
        {say('welcome.step', { number: step + 1, count: STEPS.length })}
      </p>
      <Step />
      <p class="buttons">
        <Button main label={say(isLast ? 'state.done' : 'welcome.next')} act={next} />
      </p>
    </Page>
  );
}

function Output() {
  const [isLooking, setLooking] = useState(false);
  return (
    <>
      <Group title={say('welcome.output')}>
        <OutputList plain class="rows outputs" />
      </Group>
      {isLooking ? <Speakers /> : <Button label={say('bluetooth.find')} act={() => setLooking(true)} />}
    </>
  );
}

function Name() {
  return (
    <Group title={say('welcome.name')} hint={say('box.playerNameHint')}>
      <TextField
        label={say('state.name')}
        value={settings.value?.player_name ?? ''}
        placeholder={say('welcome.nameExample')}
        maxLength={64}
        set={(name) => change({ player_name: name })}
      />
    </Group>
  );
}

/** Ways to music, for a box that has none. */
export function Music() {
  const roots = useResource('roots', () => bodyOf(box.GET('/system/roots')));
  const hasStick = roots.value?.sticks?.some(({ state }) => state === 'mounted') === true;
  return (
    <Group title={say('welcome.music')} hint={say(hasStick ? 'welcome.stickThere' : 'welcome.stick')}>
      <LinkRow icon="add" label={say('welcome.phone')} href={addressOf('add')} />
      <LinkRow icon="radio" label={say('welcome.radio')} href={addressOf('radio')} />
    </Group>
  );
}
