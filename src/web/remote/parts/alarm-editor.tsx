/** The sheet in which an alarm is set: time, days, music, volume. */
import { useState } from 'preact/hooks';
import { dayName, daysWords, minutesText, WEEKDAYS, type Weekday } from '../state/alarm-words.js';
import { addAlarm, type Alarm, askForMusic, changeAlarm } from '../state/alarms.js';
import { language, say } from '../state/language.js';
import { percentText } from '../state/measures.js';
import { part } from '../state/player.js';
import { useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { Choice, Group, Slider, Switch } from './form.js';
import { Lines } from './list/row.js';
import { SheetForm } from './sheet.js';

type Draft = Omit<Alarm, 'id' | 'next' | 'skipped' | 'missed'>;

const FADES = [0, 15, 30, 60, 120, 300, 600];
const SNOOZES = [5, 9, 10, 15, 20, 30];
const DURATIONS = [15, 30, 60, 120, 240];
const LONGEST_NAME = 100;
/** Percent of the volume slider that wakes somebody, where the box is quieter now. */
const AUDIBLE = 25;

/** @param alarm undefined: a new one @param saved called when it is set */
export function openAlarm(alarm: Alarm | undefined, saved: () => void): void {
  openSheet({
    title: say(alarm === undefined ? 'alarms.add' : 'alarms.edit'),
    body: () => <AlarmForm {...{ alarm, saved }} />,
  });
}

function draftOf(alarm: Alarm | undefined): Draft {
  if (alarm !== undefined) return { ...alarm, enabled: true };
  const level = Math.max(AUDIBLE, Math.round(part.volume.peek()?.percent ?? AUDIBLE));
  return {
    ...{ name: '', enabled: true, time: '07:00', days: [], music: { of: 'tone', id: null }, shuffle: false, level },
    ...{ fade_in: 30, snooze: 9, duration: 60 },
  };
}

function AlarmForm({ alarm, saved }: { readonly alarm: Alarm | undefined; readonly saved: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(alarm));
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const { days, level, fade_in: fadeIn, snooze, duration } = draft;
  const send = async (time: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { name, enabled, music, shuffle } = draft;
    const body = { name, enabled, time, days, music, shuffle, level, fade_in: fadeIn, snooze, duration };
    const isDone = await (alarm === undefined ? addAlarm(body) : changeAlarm(alarm, body));
    setBusy(false);
    if (!isDone) return;
    closeSheet();
    saved();
  };
  return (
    <SheetForm busy={isBusy} send={({ time = draft.time }) => void send(time)}>
      <input
        type="time"
        name="time"
        class="alarm-time"
        aria-label={say('alarms.time')}
        required
        data-first=""
        value={draft.time}
        onInput={({ currentTarget: { value } }) => value !== '' && set({ time: value })}
      />
      <Days of={days} set={(wanted) => set({ days: wanted })} />
      <div class="group-rows">
        <MusicChoice of={draft} set={set} />
        {draft.music.of.endsWith('playlist') && (
          <Switch label={say('play.shuffle')} on={draft.shuffle} set={(shuffle) => set({ shuffle })} />
        )}
        <label class="line field">
          <Lines title={say('state.name')} />
          <input
            type="text"
            value={draft.name}
            maxLength={LONGEST_NAME}
            autocomplete="off"
            dir="auto"
            onInput={({ currentTarget: { value: name } }) => set({ name })}
          />
        </label>
      </div>
      <Group title={say('alarms.level')}>
        <Switch
          label={say('alarms.ownVolume')}
          on={level !== null}
          set={(on) => set({ level: on ? (draftOf(undefined).level ?? AUDIBLE) : null })}
        />
        {level !== null && (
          <Slider
            label={say('alarms.level')}
            value={level}
            min={1}
            max={100}
            text={percentText}
            set={(wanted) => set({ level: Math.round(wanted) })}
          />
        )}
        <NumberChoice
          label={say('alarms.fade')}
          value={fadeIn}
          values={FADES}
          text={fadeText}
          set={(fade_in) => set({ fade_in })}
        />
      </Group>
      <div class="group-rows">
        <NumberChoice
          label={say('alarms.snoozeFor')}
          value={snooze}
          values={SNOOZES}
          text={minutes}
          set={(wanted) => set({ snooze: wanted })}
        />
        <NumberChoice
          label={say('alarms.duration')}
          value={duration}
          values={DURATIONS}
          text={minutes}
          set={(wanted) => set({ duration: wanted })}
        />
      </div>
    </SheetForm>
  );
}

const minutes = (count: number): string => minutesText(language(), count);

function fadeText(seconds: number): string {
  if (seconds === 0) return say('alarms.fadeOff');
  return seconds % 60 === 0 ? minutes(seconds / 60) : say('alarms.seconds', { count: seconds });
}

function Days({ of: days, set }: { readonly of: readonly Weekday[]; readonly set: (days: Weekday[]) => void }) {
  const turn = (day: Weekday): void => set(WEEKDAYS.filter((each) => (each === day) !== days.includes(each)));
  return (
    <fieldset class="days">
      <legend>{daysWords(language(), days)}</legend>
      {WEEKDAYS.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          title={dayName(language(), day, 'long')}
          onClick={() => turn(day)}
        >
          {dayName(language(), day, 'short')}
        </button>
      ))}
    </fieldset>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  /** Offered; the present one is, too. */
  readonly values: readonly number[];
  readonly text: (value: number) => string;
  readonly set: (value: number) => void;
}

function NumberChoice({ label, value, values, text, set }: NumberProps) {
  const all = values.includes(value) ? values : [...values, value].sort((one, other) => one - other);
  return (
    <Choice
      label={label}
      value={String(value)}
      options={all.map((each) => [String(each), text(each)])}
      set={(wanted) => set(Number(wanted))}
    />
  );
}

/** `station:ID` of a choice. */
const keyOf = ({ of, id }: Draft['music']): string => (id === null ? of : `${of}:${id}`);

function musicOf(key: string): Draft['music'] {
  const at = key.indexOf(':');
  const of = (at < 0 ? key : key.slice(0, at)) as Draft['music']['of'];
  return { of, id: at < 0 ? null : key.slice(at + 1) };
}

type MusicProps = Readonly<{ of: Draft; set: (change: Partial<Draft>) => void }>;

/** What is chosen stays an option while the lists come, and when it has been deleted. */
function MusicChoice({ of: { music }, set }: MusicProps) {
  const { value } = useResource('alarms/music', askForMusic);
  const { saved = [], smart = [], stations = [] } = value ?? {};
  const named = (of: Draft['music']['of'], all: readonly { readonly id: string; readonly name: string }[]) =>
    all.map(({ id, name }) => [keyOf({ of, id }), name] as const);
  const playlists = [...named('saved_playlist', saved), ...named('smart_playlist', smart)];
  const radio = named('station', stations);
  const chosen = keyOf(music);
  const isListed = music.id === null || [...playlists, ...radio].some(([key]) => key === chosen);
  return (
    <label class="line field">
      <Lines title={say('alarms.music')} />
      <select value={chosen} onChange={({ currentTarget }) => set({ music: musicOf(currentTarget.value) })}>
        <option value="tone">{say('alarms.tone')}</option>
        <option value="queue">{say('nav.queue')}</option>
        {!isListed && <option value={chosen}>…</option>}
        <Options title={say('nav.playlists')} of={playlists} />
        <Options title={say('nav.radio')} of={radio} />
      </select>
    </label>
  );
}

type OptionsProps = Readonly<{ title: string; of: readonly (readonly [key: string, name: string])[] }>;

function Options({ title, of: options }: OptionsProps) {
  if (options.length === 0) return null;
  return (
    <optgroup label={title}>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
