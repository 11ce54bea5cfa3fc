/**
 * Keys that work on every screen, and the list of them. A key that a control uses itself is left to it, and none acts while
 * somebody types. A character alone can be a mistake, or a word of somebody who speaks to the page: those can be switched
 * off (WCAG 2.2, "Character Key Shortcuts").
 */
import { signal } from '@preact/signals';
import type { Word } from '../locales/locales.js';
import { seekBy, stepVolume, togglePlay } from '../state/commands.js';
import { say } from '../state/language.js';
import { go, path } from '../state/route.js';
import { openSheet, sheets } from '../state/sheets.js';
import { next, previous } from '../state/skip.js';
import { store, stored } from '../state/browser/stored.js';
import { Switch } from './form.js';
import { SEEK_STEP } from './player/seek-bar.js';

const STORED = 'keys of one character';
const hasCharacters = signal(stored(STORED) !== 'no');

interface Shortcut {
  readonly act: () => void;
  /** Whether it acts again and again while it is held. */
  readonly repeats?: boolean;
}

const isRtl = (): boolean => document.dir === 'rtl';
const sideways = (steps: number): number => (isRtl() ? -steps : steps);
const seekKey = (steps: number): Shortcut => ({ act: () => seekBy(sideways(steps) * SEEK_STEP), repeats: true });
const skipKey = (steps: number): Shortcut => ({ act: () => (sideways(steps) > 0 ? next() : previous()) });
const volumeKey = (steps: number): Shortcut => ({ act: () => stepVolume(steps), repeats: true });

const SHORTCUTS: Readonly<Record<string, Shortcut>> = {
  ' ': { act: togglePlay },
  ArrowLeft: seekKey(-1),
  ArrowRight: seekKey(1),
  'Shift ArrowLeft': skipKey(-1),
  'Shift ArrowRight': skipKey(1),
  ArrowUp: volumeKey(1),
  ArrowDown: volumeKey(-1),
  '/': { act: goToSearch },
  '?': { act: openShortcuts },
};

/** Frames in which the field of the search appears. */
const FRAMES = 30;

function goToSearch(): void {
  if (path.peek()[0] !== 'search') go('search');
  let left = FRAMES;
  const focus = (): void => {
    const field = document.querySelector<HTMLInputElement>('main input[type=search], .head input[type=search]');
    if (path.peek()[0] === 'search' && field !== null) field.select();
    else if (left-- > 0) requestAnimationFrame(focus);
  };
  focus();
}

const FIELDS = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=range], [type=file])';

/** Whether a control uses the key itself. @param clicked the control that has the focus by a click */
function isTaken(key: string, on: Element, clicked: Element | undefined): boolean {
  if (on.closest(FIELDS) !== null) return true;
  if (key === ' ') return on !== clicked && on.closest('button, input, summary') !== null;
  return key.includes('Arrow') && on.closest('input, [role=slider]') !== null;
}

/** Called once. */
export function startShortcuts(): void {
  /** After a click on a row its button has the focus: the space bar then is not meant for that. */
  let clicked: Element | undefined;
  let isHeld = false;
  addEventListener('pointerdown', ({ target }) => {
    clicked = (target as Element).closest('button') ?? undefined;
  });
  addEventListener('keydown', (event) => {
    const { key, target, shiftKey, ctrlKey, altKey, metaKey, repeat } = event;
    if (key === 'Tab') clicked = undefined;
    const name = shiftKey && key.startsWith('Arrow') ? `Shift ${key}` : key;
    const shortcut = SHORTCUTS[name];
    if (shortcut === undefined || event.defaultPrevented || ctrlKey || altKey || metaKey) return;
    if (!(target instanceof Element) || sheets.peek().length > 0 || isTaken(name, target, clicked)) return;
    if (/^[/?]$/.test(key) && !hasCharacters.peek()) return;
    event.preventDefault();
    isHeld = key === ' ';
    if (!repeat || shortcut.repeats === true) shortcut.act();
  });
  addEventListener('keyup', (event) => {
    // Firefox presses a button when the space bar is let go.
    if (event.key === ' ' && isHeld) event.preventDefault();
    isHeld = false;
  });
}

/** Keys, as they are written on keyboards, and what they do. */
const LIST: readonly (readonly [keys: readonly (Word | '←' | '→' | '↑' | '↓' | '/' | '?')[], does: Word])[] = [
  [['keys.space'], 'keys.play'],
  [['←', '→'], 'keys.seek'],
  [['keys.shift', '←', '→'], 'keys.skip'],
  [['↑', '↓'], 'keys.volume'],
  [['/'], 'nav.search'],
  [['?'], 'keys.title'],
];

export function openShortcuts(): void {
  openSheet({ title: say('keys.title'), body: () => <Shortcuts /> });
}

function Shortcuts() {
  return (
    <>
      <dl class="shortcuts">
        {LIST.map(([keys, does]) => (
          <div key={does} class="line">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key.length === 1 ? key : say(key as Word)}</kbd>
              ))}
            </dt>
            <dd>{say(does)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={say('keys.characters')}
        hint={say('keys.charactersHint')}
        on={hasCharacters.value}
        set={(on) => {
          hasCharacters.value = on;
          store(STORED, on ? 'yes' : 'no');
        }}
      />
    </>
  );
}
