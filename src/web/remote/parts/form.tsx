/** Groups of rows with a switch, a choice, a slider, a text field, an action, a link, or a fact. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { Lines } from './list/row.js';
import { askToConfirm, type Confirmation } from './sheet.js';

type GroupProps = Readonly<{ title: string; hint?: string | undefined; children: ComponentChildren }>;

export function Group({ title, hint, children }: GroupProps) {
  const id = useId();
  return (
    <section class="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="group-rows">{children}</div>
      {hint && <p class="hint">{hint}</p>}
    </section>
  );
}

type LabelProps = Readonly<{ label: string; hint?: string | undefined }>;

interface SwitchProps extends LabelProps {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  readonly disabled?: boolean;
  /** Whether it is a check box: one of several things that belong to a set, instead of something that is on. */
  readonly isBox?: boolean;
}

export function Switch({ label, hint, on, set, disabled = false, isBox = false }: SwitchProps) {
  return (
    <label class="line field">
      <Lines title={label} text={hint} />
      <input
        type="checkbox"
        {...(!isBox && ({ role: 'switch', class: 'switch' } as const))}
        checked={on}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          // A refused change leaves the switch as it is set.
          currentTarget.checked = on;
          set(!on);
        }}
      />
    </label>
  );
}

type OptionTexts = readonly (readonly [value: string, text: string])[];

/** The options of a `select`. @param chosen the initial value of an uncontrolled one */
export function Options({ of, chosen }: { readonly of: OptionTexts; readonly chosen?: string | undefined }) {
  return (
    <>
      {of.map(([value, text]) => (
        <option key={value} value={value} selected={chosen === undefined ? undefined : value === chosen}>
          {text}
        </option>
      ))}
    </>
  );
}

interface ChoiceProps extends LabelProps {
  readonly value: string;
  readonly options: OptionTexts;
  readonly set: (value: string) => void;
  /** Laid out below its label, for long texts. */
  readonly isWide?: boolean;
}

export function Choice({ label, hint, value, options, set, isWide = false }: ChoiceProps) {
  return (
    <label class={isWide ? 'line field column' : 'line field'}>
      <Lines title={label} text={hint} />
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.value;
          // A change that is cancelled leaves the choice as it is set.
          currentTarget.value = value;
          set(wanted);
        }}
      >
        <Options of={options} />
      </select>
    </label>
  );
}

interface SliderProps extends LabelProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value as shown and as read by a screen reader. */
  readonly text: (value: number) => string;
  readonly set: (value: number) => void;
  /** Whether `set` is called only when the slider is let go. */
  readonly atEnd?: boolean;
}

/** While a finger holds it, the slider ignores `value`. */
export function Slider({ label, hint, value, min, max, step = 1, text, set, atEnd = false }: SliderProps) {
  const [held, setHeld] = useState<number>();
  const shown = held ?? value;
  return (
    <label class="line field slider">
      <Lines title={label} text={hint} />
      <span class="value" aria-hidden="true">
        {text(shown)}
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text(shown)}
        {...{ min, max, step }}
        value={shown}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          setHeld(valueAsNumber);
          if (!atEnd) set(valueAsNumber);
        }}
        onChange={({ currentTarget: { valueAsNumber } }) => {
          setHeld(undefined);
          set(valueAsNumber);
        }}
      />
    </label>
  );
}

interface TextFieldProps extends LabelProps {
  readonly value: string;
  /** Called when the field is left with another text. */
  readonly set: (value: string) => void;
  /** Whether `set` is called at each letter instead. */
  readonly isLive?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly isSecret?: boolean;
}

/**
 * Typed text stays until the field is left, whatever is reported meanwhile. A touch on a button leaves no field in Safari
 * on iOS: the field is left with its screen at the latest.
 */
export function TextField({ label, hint, value, set, isLive = false, isSecret = false, ...rest }: TextFieldProps) {
  const [typed, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => () => field.current?.blur(), []);
  return (
    <label class="line field column">
      <Lines title={label} text={hint} />
      <input
        {...rest}
        ref={field}
        {...(isSecret ? ({ type: 'password' } as const) : ({ type: 'text' } as const))}
        value={typed ?? value}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        dir="auto"
        onInput={({ currentTarget }) => (isLive ? set : setTyped)(currentTarget.value)}
        onChange={({ currentTarget }) => {
          if (!currentTarget.reportValidity()) return;
          const given = currentTarget.value.trim();
          setTyped(undefined);
          if (given !== value) set(given);
        }}
      />
    </label>
  );
}

interface ActionProps extends LabelProps {
  readonly icon?: IconName;
  readonly act: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly confirm?: Confirmation;
}

export function Action({ label, hint, icon, act, danger = false, busy = false, confirm }: ActionProps) {
  return (
    <button
      type="button"
      class={danger ? 'line field danger' : 'line field action'}
      disabled={busy}
      aria-busy={busy}
      onClick={confirm ? () => askToConfirm(confirm, act) : act}
    >
      {icon && <Icon name={icon} />}
      <Lines title={label} text={hint} />
      {busy && <span class="spinner" aria-hidden="true" />}
    </button>
  );
}

/** @param isMarked whether something new is further on, which `hint` names */
type LinkProps = LabelProps & Readonly<{ icon: IconName; href: string; isMarked?: boolean }>;

export function LinkRow({ label, hint, icon, href, isMarked = false }: LinkProps) {
  return (
    <a class="line field" href={href}>
      <Icon name={icon} />
      <Lines title={label} text={hint} />
      {isMarked && <span class="new-mark" aria-hidden="true" />}
      <Icon name="forward" />
    </a>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="line field fact">
      <span class="title">{label}</span>
      <span class="value" dir="auto">
        {children}
      </span>
    </div>
  );
}

type ProgressProps = Readonly<{ label: string; value: number; max: number }>;

export function ProgressBar({ label, value, max }: ProgressProps) {
  return <progress aria-label={label} value={max === 0 ? 0 : value} max={max === 0 ? 1 : max} />;
}

interface FilePickProps extends LabelProps {
  readonly icon?: IconName;
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Whether a folder is chosen instead of files. */
  readonly folder?: boolean;
  readonly chosen: (files: readonly File[]) => void;
}

export function FilePick({ label, hint, icon, accept, multiple = false, folder = false, chosen }: FilePickProps) {
  return (
    <label class="line field action pick">
      {icon && <Icon name={icon} />}
      <Lines title={label} text={hint} />
      <input
        type="file"
        class="unseen"
        {...{ accept, multiple: multiple || folder, ...(folder && { webkitdirectory: true }) }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, so that the same files can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) chosen(files);
        }}
      />
    </label>
  );
}
