/** Asks what is to become of the music that was touched while something else plays. */
import { useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { Icon, type IconName } from './icon.js';

export type Choice = 'now' | 'next' | 'last';

const CHOICES: readonly {
  readonly choice: Choice;
  readonly icon: IconName;
  readonly word: 'track.playNow' | 'track.playNext' | 'track.add';
}[] = [
  { choice: 'now', icon: 'play', word: 'track.playNow' },
  { choice: 'next', icon: 'playNext', word: 'track.playNext' },
  { choice: 'last', icon: 'add', word: 'track.add' },
];

type Answer = (choice: Choice, isToHold: boolean) => void;

export function openChoice(title: string, answer: Answer): void {
  openSheet({ title, body: () => <ChoiceBody answer={answer} /> });
}

function ChoiceBody({ answer }: { readonly answer: Answer }) {
  const hold = useRef<HTMLInputElement>(null);
  return (
    <>
      <p class="faint">{say('choice.why')}</p>
      <ul class="menu">
        {CHOICES.map(({ choice, icon, word }) => (
          <li key={choice}>
            <button
              type="button"
              data-first={choice === 'now' ? '' : undefined}
              onClick={() => {
                const isToHold = hold.current?.checked === true;
                closeSheet();
                answer(choice, isToHold);
              }}
            >
              <Icon name={icon} />
              {say(word)}
            </button>
          </li>
        ))}
      </ul>
      <label class="check">
        <input ref={hold} type="checkbox" />
        {say('choice.hold')}
      </label>
    </>
  );
}
