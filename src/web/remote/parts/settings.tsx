/** A screen of settings, and rows that show one setting by its name on the wire and change it. */
import type { ComponentChildren } from 'preact';
import { say, texts } from '../state/language.js';
import type { Ending, Word } from '../locales/locales.js';
import { change, settings, type SettingsState } from '../state/settings.js';
import { Choice, Slider, Switch } from './form.js';
import { Page } from './page.js';
import { Loading } from './states.js';

interface SettingsPageProps {
  readonly title: string;
  /** Drawn once the daemon has reported the settings. */
  readonly children: (now: SettingsState) => ComponentChildren;
}

export function SettingsPage({ title, children }: SettingsPageProps) {
  return (
    <Page title={title} above={['more']}>
      {settings.value === undefined ? <Loading /> : children(settings.value)}
    </Page>
  );
}

/** Names of the settings whose values are of a type. */
type NameOf<Value> = {
  [Name in keyof SettingsState]: SettingsState[Name] extends Value ? Name : never;
}[keyof SettingsState];

export function SettingSwitch({ of, label }: { readonly of: NameOf<boolean>; readonly label: Word }) {
  return <Switch label={say(label)} on={settings.value?.[of] === true} set={(on) => change({ [of]: on })} />;
}

interface SettingSliderProps {
  readonly of: NameOf<number>;
  readonly label: Word;
  /** Least and most, and the step between two values where it is not 1. */
  readonly range: readonly [min: number, max: number, step?: number];
  readonly text: (value: number) => string;
}

export function SettingSlider({ of, label, range: [min, max, step = 1], text }: SettingSliderProps) {
  const value = settings.value?.[of] ?? 0;
  return <Slider label={say(label)} {...{ value, min, max, step, text }} set={(now) => change({ [of]: now })} />;
}

interface SettingChoiceProps<Label extends Word> {
  readonly of: NameOf<number>;
  /** Also the beginning of the texts of its values: `playback.single`, `playback.single.0`. */
  readonly label: Label;
  readonly values: readonly Ending<Label>[];
}

/** One of numbered values. */
export function SettingChoice<Label extends Word>({ of, label, values }: SettingChoiceProps<Label>) {
  return (
    <Choice
      label={say(label)}
      value={String(settings.value?.[of])}
      options={texts(label, values)}
      set={(value) => change({ [of]: Number(value) })}
    />
  );
}
