/** What settings are made of: groups of rows with a switch, a choice, a slider, a field, or something to do. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { Lines } from './row.js';
import { askToConfirm, type Confirmation } from './sheet.js';

interface GroupProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}

/** Rows that belong together, below their title. */
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

interface LabelProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

interface SwitchProps extends LabelProps {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  readonly disabled?: boolean;
}

export function Switch({ label, hint, on, set, disabled = false }: SwitchProps) {
  return (
    <label class="line field">
      <Lines title={label} text={hint} />
      <input
        type="checkbox"
        role="switch"
        class="switch"
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

/** The options of a `select`. @param chosen the first choice of one that keeps its value itself */
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
  /** True for a field with long texts, which is laid out below its label. */
  readonly isWide?: boolean;
}

/** One of a few, with the phone's own list. */
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
  /** What a value means, for eyes and ears. */
  readonly text: (value: number) => string;
  readonly set: (value: number) => void;
  /** Told only when it is let go: for what must not happen on the way. */
  readonly atEnd?: boolean;
}

/** Shows what the finger says while it is there, and what the box says else. */
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
  /** Called when it is left or sent, if it is another text then. */
  readonly set: (value: string) => void;
  /** Called at each letter instead, with the text as it is. */
  readonly isLive?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** True when the text is not shown. */
  readonly isSecret?: boolean;
}

/**
 * What is typed stays as it is until the field is left, whatever the box tells meanwhile. A touch on a button or a tab leaves
 * no field in Safari on iOS: with its screen it is left at the latest.
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
        // The types know no field that may be either.
        type={(isSecret ? 'password' : 'text') as 'text'}
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
  /** Something is lost by it. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Asked first. */
  readonly confirm?: Confirmation;
}

/** Something that can be done. */
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

interface LinkProps extends LabelProps {
  readonly icon: IconName;
  readonly href: string;
}

export function LinkRow({ label, hint, icon, href }: LinkProps) {
  return (
    <a class="line field" href={href}>
      <Icon name={icon} />
      <Lines title={label} text={hint} />
      <Icon name="forward" />
    </a>
  );
}

/** Something to know. */
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
  /** A folder with what lies below it, where the browser can do that. */
  readonly folder?: boolean;
  readonly chosen: (files: readonly File[]) => void;
}

/** Files of the phone, chosen with its own dialog. */
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
