/** Sheets, each a modal `<dialog>`, and menus, forms and questions in them. */
import type { ComponentChildren, ComponentProps, TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { closeSheet, dismissSheet, openSheet, type Sheet, sheets } from '../state/sheets.js';
import { Icon, type IconName } from './icon.js';
import { NoticeBar } from './notice-bar.js';
import { Button, IconButton } from './page.js';

export function SheetHost() {
  return (
    <>
      {sheets.value.map((each, at) => (
        <OpenSheet key={each} open={each} level={at + 1} />
      ))}
    </>
  );
}

/** Closed by Escape, a touch beside it, its button, and Back. The browser gives the focus back. */
function OpenSheet({ open, level }: Readonly<{ open: Sheet; level: number }>) {
  const layer = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const dialog = layer.current;
    const before = document.activeElement;
    const caret = before instanceof HTMLInputElement ? before.selectionStart : null;
    dialog?.showModal();
    (sheet.current?.querySelector<HTMLElement>('[data-first]') ?? sheet.current)?.focus();
    return () => {
      dialog?.close();
      // The browser selects all of a field that gets the focus back: the next key would replace what was typed.
      if (caret !== null) (before as HTMLInputElement).setSelectionRange(caret, caret);
    };
  }, []);

  return (
    <dialog
      ref={layer}
      class="sheet-layer"
      aria-label={open.title}
      onClick={({ target, currentTarget }) => target === currentTarget && dismissSheet()}
      onCancel={(event) => {
        // At once: the event of the closed dialog comes later, and the way back in the history with it.
        event.preventDefault();
        if (sheets.peek().at(-1) === open) dismissSheet();
      }}
      onClose={() => sheets.peek().at(-1) === open && dismissSheet()}
    >
      <NoticeBar level={level} />
      <div ref={sheet} class="sheet" tabIndex={-1}>
        <div class="line bar">
          <h2 dir="auto">{open.title}</h2>
          <IconButton icon="close" label={say('state.close')} onClick={dismissSheet} />
        </div>
        <div class="sheet-body">{open.body()}</div>
      </div>
    </dialog>
  );
}

export interface MenuItem {
  readonly icon?: IconName;
  readonly label: string;
  readonly act: () => void;
  /** Whether it is the chosen one, in a menu that is a choice. */
  readonly chosen?: boolean;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** More items, each in an `li`. */
  readonly children?: ComponentChildren;
}

/** The items of a sheet, which is closed before the chosen item acts. */
export function Menu({ items, children }: MenuProps) {
  return (
    <ul class="menu">
      {items.map(({ icon, label, act, chosen }, at) => (
        <li key={at}>
          <button
            type="button"
            class="line"
            data-first={at === 0 ? '' : undefined}
            aria-pressed={chosen}
            onClick={() => {
              closeSheet();
              act();
            }}
          >
            {icon && <Icon name={icon} />}
            {label}
            {chosen === true && <Icon name="check" />}
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
