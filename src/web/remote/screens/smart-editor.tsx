/** The editor of a smart playlist: conditions, sorting, limit, and a preview. */
import { useEffect, useState } from 'preact/hooks';
import { Choice, Group, Options, TextField } from '../parts/form.js';
import { Button, IconButton, Page } from '../parts/page.js';
import { Lines, List } from '../parts/list/row.js';
import { Failed, Loaded, Loading } from '../parts/states.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say, texts } from '../state/language.js';
import { notify } from '../state/notices.js';
import { forget, useResource } from '../state/resource.js';
import { back } from '../state/route.js';
import {
  type Condition,
  type FieldName,
  FIELDS,
  newCondition,
  operatorsOf,
  type Rules,
  SORTS,
  toEdited,
  UNITS,
  usable,
  wants,
  withOperator,
} from '../state/rules.js';
import type { ScreenProps } from './screen.js';

type Smart = Schemas['SmartPlaylist'];
type Track = Schemas['Track'];

/** Milliseconds after the last key until the preview is fetched. */
const PAUSE = 400;
/** Tracks that are counted and shown; one more is fetched to know whether there are more. */
const COUNTED = 100;
const SHOWN = 10;
const MINUTE = 60_000;

export function NewSmartScreen() {
  const rules: Rules = { match_type: 'all', conditions: [newCondition()], sort_by: 'date_added', sort_order: 'DESC' };
  return (
    <Editor name="" rules={rules} title={say('smart.new')} save={(body) => box.POST('/smart-playlists', { body })} />
  );
}

export function EditSmartScreen({ params: { id = '' } }: ScreenProps) {
  const path = { params: { path: { id } } };
  // Each opening of the screen fetches the rules anew.
  useEffect(() => () => forget('smart-edit/'), []);
  const found = useResource(`smart-edit/${id}`, () => bodyOf(box.GET('/smart-playlists/{id}', path)));
  if (found.value === undefined) {
    return (
      <Page title={say('smart.edit')} above={['playlists']}>
        <Loaded of={found}>{() => null}</Loaded>
      </Page>
    );
  }
  const { name, rules, description, image, folder_id: folder }: Smart = found.value;
  return (
    <Editor
      {...{ name, rules: toEdited(rules) }}
      title={say('smart.edit')}
      save={(body) =>
        box.PUT('/smart-playlists/{id}', { ...path, body: { ...body, description, image, folder_id: folder } })
      }
    />
  );
}

interface EditorProps {
  readonly title: string;
  readonly name: string;
  readonly rules: Rules;
  readonly save: (body: { readonly name: string; readonly rules: Rules }) => Promise<unknown>;
}

function Editor({ title, name: nameBefore, rules: rulesBefore, save }: EditorProps) {
  const [name, setName] = useState(nameBefore);
  const [rules, setRules] = useState(rulesBefore);
  const conditions = rules.conditions ?? [];
  const setConditions = (next: Condition[]): void => setRules({ ...rules, conditions: next });
  const submit = async (): Promise<void> => {
    const body = { name: name.trim() || title, rules: usable(rules) };
    if (!(await done(save(body)))) return;
    notify(say('smart.saved', { name: body.name }));
    back('playlists');
  };
  return (
    <Page title={title} above={['playlists']} actions={<Button label={say('state.save')} act={() => void submit()} />}>
      <div class="group-rows">
        <TextField label={say('state.name')} value={name} maxLength={200} isLive set={setName} />
        <Choice
          label={say('smart.match')}
          value={rules.match_type ?? 'all'}
          options={texts('smart.match', ['all', 'any'])}
          set={(match) => setRules({ ...rules, match_type: match === 'any' ? 'any' : 'all' })}
        />
      </div>
      <Group title={say('smart.conditions')}>
        {conditions.map((condition, at) => (
          <ConditionRow
            key={at}
            {...{ condition, number: at + 1 }}
            set={(next) => setConditions(conditions.map((each, index) => (index === at ? next : each)))}
            remove={() => setConditions(conditions.filter((_, index) => index !== at))}
          />
        ))}
        <Button label={say('smart.addCondition')} act={() => setConditions([...conditions, newCondition()])} />
      </Group>
      <Order {...{ rules, setRules }} />
      <Preview rules={usable(rules)} />
    </Page>
  );
}

/** Most sort orders are fields of conditions, too. */
function sortText(sort: (typeof SORTS)[number]): string {
  const isOther = sort === 'random' || sort === 'title' || sort === 'duration_ms';
  return say(isOther ? `smart.sort.${sort}` : `smart.field.${sort}`);
}

type OrderProps = Readonly<{ rules: Rules; setRules: (rules: Rules) => void }>;

function Order({ rules, setRules }: OrderProps) {
  const { sort_by: sort, sort_order: order, limit } = rules;
  return (
    <Group title={say('smart.sort')}>
      <Choice
        label={say('smart.sort')}
        value={sort ?? 'date_added'}
        options={SORTS.map((each) => [each, sortText(each)])}
        set={(each) => setRules({ ...rules, sort_by: each as (typeof SORTS)[number] })}
      />
      {sort !== 'random' && (
        <Choice
          label={say('smart.order')}
          value={order ?? 'DESC'}
          options={texts('smart.order', ['DESC', 'ASC'])}
          set={(each) => setRules({ ...rules, sort_order: each === 'ASC' ? 'ASC' : 'DESC' })}
        />
      )}
      <label class="line field">
        <Lines title={say('smart.limit')} text={say('smart.limitHint')} />
        <input
          type="number"
          class="short"
          min={1}
          step={1}
          value={limit ?? ''}
          onInput={({ currentTarget: { value } }) => {
            const given = Math.floor(Number(value));
            setRules({ ...rules, limit: given > 0 ? given : null });
          }}
        />
      </label>
    </Group>
  );
}

interface ConditionProps {
  readonly condition: Condition;
  readonly number: number;
  readonly set: (condition: Condition) => void;
  readonly remove: () => void;
}

function ConditionRow({ condition, number, set, remove }: ConditionProps) {
  const { field, operator } = condition;
  return (
    <fieldset class="condition">
      <legend class="unseen">{say('smart.condition', { number })}</legend>
      <Select
        label={say('smart.field')}
        value={field}
        options={texts('smart.field', Object.keys(FIELDS) as FieldName[])}
        set={(value) => set(newCondition(value))}
      />
      <Select
        label={say('smart.operator')}
        value={operator}
        options={texts('smart.operator', operatorsOf(condition))}
        set={(value) => set(withOperator(condition, value))}
      />
      <div class="values">
        <Values {...{ condition, set }} />
      </div>
      <IconButton icon="trash" label={say('smart.removeCondition', { number })} onClick={remove} />
    </fieldset>
  );
}

function Values({ condition, set }: Pick<ConditionProps, 'condition' | 'set'>) {
  const { field, operator, value, value2, unit } = condition;
  const wanted = wants(field, operator);
  switch (wanted) {
    case 'nothing':
      return null;
    case 'text':
      return (
        <input
          type="text"
          aria-label={say('smart.value')}
          dir="auto"
          maxLength={250}
          value={typeof value === 'string' ? value : ''}
          onInput={({ currentTarget }) => set({ ...condition, value: currentTarget.value })}
        />
      );
    case 'boolean':
      return (
        <Select
          label={say('smart.value')}
          value={value === false ? 'no' : 'yes'}
          options={texts('state', ['yes', 'no'])}
          set={(given) => set({ ...condition, value: given === 'yes' })}
        />
      );
    case 'span':
      return (
        <>
          <NumberField label={say('smart.value')} value={value} set={(given) => set({ ...condition, value: given })} />
          <Select
            label={say('smart.unit')}
            value={unit ?? 'days'}
            options={texts('smart.unit', UNITS)}
            set={(given) => set({ ...condition, unit: given })}
          />
        </>
      );
    case 'minutes':
    case 'number': {
      const one = wanted === 'minutes' ? MINUTE : 1;
      const set1 = (given: number): void => set({ ...condition, value: given });
      const set2 = (given: number): void => set({ ...condition, value2: given });
      return (
        <>
          <NumberField {...{ one, value }} label={say('smart.value')} set={set1} />
          {operator === 'between' && <NumberField {...{ one, value: value2 }} label={say('smart.value2')} set={set2} />}
        </>
      );
    }
  }
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly set: (value: Value) => void;
}

function Select<Value extends string>({ label, value, options, set }: SelectProps<Value>) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => set(currentTarget.value as Value)}>
      <Options of={options} />
    </select>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: unknown;
  /** Units of the wire in one that is shown. */
  readonly one?: number;
  readonly set: (value: number) => void;
}

function NumberField({ label, value, one = 1, set }: NumberProps) {
  return (
    <input
      type="number"
      aria-label={label}
      min={0}
      step={one === 1 ? 1 : 0.5}
      value={typeof value === 'number' ? value / one : ''}
      onInput={({ currentTarget: { valueAsNumber } }) => {
        if (Number.isFinite(valueAsNumber)) set(Math.round(valueAsNumber * one));
      }}
    />
  );
}

type Matches = Readonly<{ tracks?: readonly Track[]; error?: unknown }>;

/** Fetched after a pause in typing; an overtaken answer is dropped. */
function Preview({ rules }: { readonly rules: Rules }) {
  const [{ tracks, error }, setMatches] = useState<Matches>({});
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(rules);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      bodyOf(box.POST('/smart-playlists/preview', { params: { query: { limit: COUNTED + 1 } }, body: rules })).then(
        (found) => {
          if (isCurrent) setMatches({ tracks: found });
        },
        (failure: unknown) => {
          if (isCurrent) setMatches({ error: failure });
        },
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, attempt]);

  return (
    <Group title={say('smart.preview')}>
      {tracks === undefined && error === undefined && <Loading />}
      {error !== undefined && <Failed error={error} again={() => setAttempt(attempt + 1)} />}
      {tracks !== undefined && (
        <>
          <p class="hint strong" role="status">
            {tracks.length === 0
              ? say('smart.nothing')
              : tracks.length > COUNTED
                ? say('smart.matchesMore', { count: COUNTED })
                : say('track.count', { count: tracks.length })}
          </p>
          <List
            class="rows preview"
            of={tracks.slice(0, SHOWN)}
            keyOf={({ id }) => id}
            row={({ title, artist, album }) => (
              <Lines title={title} text={[artist, album].filter(Boolean).join(' · ')} />
            )}
          />
        </>
      )}
    </Group>
  );
}
