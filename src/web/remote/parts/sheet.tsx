/** Sheets, each a dialog (WAI-ARIA Authoring Practices, "Dialog (Modal)"), and menus, forms and questions in them. */
import type { ComponentChildren, ComponentProps, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { closeSheet, dismissSheet, dismissSheets, openSheet, type Sheet, sheets } from '../state/sheets.js';
import { Icon, type IconName } from './icon.js';
import { NoticeBar } from './notice-bar.js';
import { Button, IconButton } from './page.js';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

export function SheetHost() {
  const open = sheets.value;
  if (open.length === 0) return null;
  return (
    <>
      <PageAtRest />
      {open.map((each, at) => (
        <OpenSheet key={each} open={each} level={at + 1} isUppermost={at === open.length - 1} />
      ))}
    </>
  );
}

/** Makes the page inert while it is mounted, and gives the focus back afterwards. Mounted before the sheets. */
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

/** A sheet below another keeps its typed text and its focus. */
function OpenSheet({ open, level, isUppermost }: Readonly<{ open: Sheet; level: number; isUppermost: boolean }>) {
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
      <NoticeBar level={level} />
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
        <div class="line bar">
          <h2 dir="auto">{open.title}</h2>
          <IconButton icon="close" label={say('state.close')} onClick={dismissSheet} />
        </div>
        <div class="sheet-body">{open.body()}</div>
      </div>
    </div>
  );
}

/** Wraps the focus from the last element to the first, and back. */
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

export type MenuItem = Readonly<{ icon?: IconName; label: string; act: () => void }>;

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** More items, each in an `li`. */
  readonly children?: ComponentChildren;
}

/** The items of a sheet, which is closed before the chosen item acts. */
export function Menu({ items, children }: MenuProps) {
  return (
    <ul class="menu">
      {items.map(({ icon, label, act }, at) => (
        <li key={at}>
          <button
            type="button"
            class="line"
            data-first={at === 0 ? '' : undefined}
            onClick={() => {
              closeSheet();
              act();
            }}
          >
            {icon && <Icon name={icon} />}
            {label}
          </button>
        </li>
      ))}
      {children}
    </ul>
  );
}

export function openMenu(title: string, items: readonly MenuItem[]): void {
  openSheet({ title, body: () => <Menu items={items} /> });
}

interface SheetFormProps {
  /** Text of the submit button; `Save` when left out. */
  readonly label?: string;
  /** Receives the texts of the fields by name; closes the sheet itself. */
  readonly send: (texts: Readonly<Record<string, string>>) => void;
  readonly busy?: boolean;
  readonly children: ComponentChildren;
  /** Below the button. */
  readonly after?: ComponentChildren;
}

export function SheetForm({ label = say('state.save'), send, busy, children, after }: SheetFormProps) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  return (
    <form class="form" aria-busy={busy} onSubmit={submit}>
      {children}
      <button type="submit" class="main-button">
        {label}
      </button>
      {after}
    </form>
  );
}

/** A field of a `SheetForm`, below its label. */
export function SheetField({ label, ...attributes }: ComponentProps<'input'> & { readonly label: string }) {
  return (
    <label>
      {label}
      <input autocomplete="off" {...attributes} />
    </label>
  );
}

/** Longest name that the daemon takes, in UTF-16 units. */
export const LONGEST_NAME = 250;

type Question = Readonly<{ title: string; label: string; answer?: string; done: (answer: string) => void }>;

/** Asks for a line of text, such as a name. */
export function askForText({ title, label, answer = '', done }: Question): void {
  const send = ({ answer: given = '' }): void => {
    if (given.trim() === '') return;
    closeSheet();
    done(given.trim());
  };
  const field = { name: 'answer', defaultValue: answer, maxLength: LONGEST_NAME };
  openSheet({
    title,
    body: () => (
      <SheetForm send={send}>
        <SheetField {...{ label, ...field }} type="text" required data-first="" />
      </SheetForm>
    ),
  });
}

/** A question before something that cannot be undone. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** Text of the button that does it. */
  readonly label: string;
}

export function askToConfirm({ title, text, label }: Confirmation, done: () => void): void {
  const confirm = (): void => {
    closeSheet();
    done();
  };
  openSheet({
    title,
    body: () => (
      <div class="form">
        <p>{text}</p>
        <Button main label={label} act={confirm} />
        <Button first label={say('state.cancel')} act={dismissSheet} />
      </div>
    ),
  });
}
