/**
 * The sheets at the bottom of the screen, each a dialog (WAI-ARIA Authoring Practices, "Dialog (Modal)"), and menus in them.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { closeSheet, dismissSheet, dismissSheets, openSheet, type Sheet, sheets } from '../state/sheets.js';
import { Icon, type IconName } from './icon.js';
import { IconButton } from './page.js';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

export function SheetHost() {
  const open = sheets.value;
  if (open.length === 0) return null;
  return (
    <>
      <PageAtRest />
      {open.map((each, at) => (
        <OpenSheet key={each} open={each} isUppermost={at === open.length - 1} />
      ))}
    </>
  );
}

/** While it is there nobody operates the page; who did is back at the same place afterwards. It stands before the sheets. */
function PageAtRest() {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const page = document.getElementById('page');
    page?.setAttribute('inert', '');
    addEventListener('hashchange', dismissSheets);
    return () => {
      removeEventListener('hashchange', dismissSheets);
      page?.removeAttribute('inert');
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return null;
}

interface OpenSheetProps {
  readonly open: Sheet;
  readonly isUppermost: boolean;
}

/** One that lies below another keeps what was typed in it, and where somebody was. */
function OpenSheet({ open, isUppermost }: OpenSheetProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    if (!isUppermost) return;
    const kept = focused.current?.isConnected === true ? focused.current : null;
    const first = dialog.current?.querySelector<HTMLElement>('[data-first]');
    (kept ?? first ?? dialog.current)?.focus();
  }, [isUppermost]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      dismissSheet();
    } else if (event.key === 'Tab' && dialog.current) keepFocusIn(dialog.current, event);
  };

  return (
    <div class="sheet-layer" inert={!isUppermost}>
      <div class="sheet-back" onClick={dismissSheet} />
      <div
        ref={dialog}
        class="sheet"
        role="dialog"
        aria-modal="true"
        aria-label={open.title}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocusCapture={({ target }) => {
          if (target instanceof HTMLElement) focused.current = target;
        }}
      >
        <div class="bar">
          <h2 dir="auto">{open.title}</h2>
          <IconButton icon="close" label={say('state.close')} onClick={dismissSheet} />
        </div>
        <div class="sheet-body">{open.body()}</div>
      </div>
    </div>
  );
}

/** From the last element round to the first, and back. */
function keepFocusIn(dialog: HTMLElement, event: KeyboardEvent): void {
  const all = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [all[0], all.at(-1)];
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === dialog)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first?.focus();
  }
}

export interface MenuItem {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
}

/** Opens a menu; the sheet is closed before what was chosen is done. */
export function openMenu(title: string, items: readonly MenuItem[]): void {
  openSheet({
    title,
    body: () => (
      <ul class="menu">
        {items.map(({ icon, label, act }, at) => (
          <li key={label}>
            <button
              type="button"
              data-first={at === 0 ? '' : undefined}
              onClick={() => {
                closeSheet();
                act();
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          </li>
        ))}
      </ul>
    ),
  });
}

/** UTF-16 units that the box takes as a name. */
const LONGEST_NAME = 250;

interface Question {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly answer?: string;
  readonly done: (answer: string) => void;
}

/** Asks for a line of text, such as a name. */
export function askForText({ title, text, label, answer = '', done }: Question): void {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('answer') as HTMLInputElement;
    const given = field.value.trim();
    if (given === '') return;
    closeSheet();
    done(given);
  };
  openSheet({
    title,
    body: () => (
      <form class="form" onSubmit={submit}>
        {text && <p>{text}</p>}
        <label>
          {label}
          <input
            type="text"
            name="answer"
            defaultValue={answer}
            required
            maxLength={LONGEST_NAME}
            data-first=""
            autocomplete="off"
          />
        </label>
        <button type="submit" class="main-button">
          {say('state.save')}
        </button>
      </form>
    ),
  });
}

interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** What will be done, as the button says it. */
  readonly label: string;
  readonly done: () => void;
}

/** Asks before something that cannot be taken back. */
export function askToConfirm({ title, text, label, done }: Confirmation): void {
  openSheet({
    title,
    body: () => (
      <div class="form">
        <p>{text}</p>
        <button
          type="button"
          class="main-button"
          onClick={() => {
            closeSheet();
            done();
          }}
        >
          {label}
        </button>
        <button type="button" class="text-button" data-first="" onClick={dismissSheet}>
          {say('state.cancel')}
        </button>
      </div>
    ),
  });
}
