/** The editor of a smart playlist: its conditions, order and limit, with what they match now below. */
import { useEffect, useState } from 'preact/hooks';
import { Choice, Group, TextField } from '../parts/form.js';
import { IconButton, Page } from '../parts/page.js';
import { Failed, Loaded, Loading } from '../parts/states.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { forget, useResource } from '../state/resource.js';
import { back } from '../state/route.js';
import {
  type Condition,
  type FieldName,
  FIELDS,
  newCondition,
  type Operator,
  operatorsOf,
  type Rules,
  SORTS,
  toEdited,
  type Unit,
  UNITS,
  usable,
  wants,
  withOperator,
} from '../state/rules.js';
import type { ScreenProps } from './screen.js';

type Smart = Schemas['SmartPlaylist'];
type Track = Schemas['Track'];

/** A pause in typing after which the preview is asked for, in ms. */
const PAUSE = 400;
/** Tracks of the preview: one more is asked for to know whether there are more. */
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
  // What is edited is what the box has when the screen is opened.
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
    <Page
      title={title}
      above={['playlists']}
      actions={
        <button type="button" class="text-button" onClick={() => void submit()}>
          {say('state.save')}
        </button>
      }
    >
      <div class="group-rows">
        <TextField label={say('smart.name')} value={name} maxLength={200} isLive set={setName} />
        <Choice
          label={say('smart.match')}
          value={rules.match_type ?? 'all'}
          options={(['all', 'any'] as const).map((match) => [match, say(`smart.match.${match}`)])}
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
        <button type="button" class="text-button" onClick={() => setConditions([...conditions, newCondition()])}>
          {say('smart.addCondition')}
        </button>
      </Group>
      <Order {...{ rules, setRules }} />
      <Preview rules={usable(rules)} />
    </Page>
  );
}

interface OrderProps {
  readonly rules: Rules;
  readonly setRules: (rules: Rules) => void;
}

function Order({ rules, setRules }: OrderProps) {
  const { sort_by: sort, sort_order: order, limit } = rules;
  return (
    <Group title={say('smart.sort')}>
      <Choice
        label={say('smart.sort')}
        value={sort ?? 'date_added'}
        options={SORTS.map((each) => [each, say(`smart.sort.${each}`)])}
        set={(each) => setRules({ ...rules, sort_by: each as (typeof SORTS)[number] })}
      />
      {sort !== 'random' && (
        <Choice
          label={say('smart.order')}
          value={order ?? 'DESC'}
          options={(['DESC', 'ASC'] as const).map((each) => [each, say(`smart.order.${each}`)])}
          set={(each) => setRules({ ...rules, sort_order: each === 'ASC' ? 'ASC' : 'DESC' })}
        />
      )}
      <label class="field">
        <span class="lines">
          <span class="title">{say('smart.limit')}</span>
          <span class="text">{say('smart.limitHint')}</span>
        </span>
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
      <select
        aria-label={say('smart.field')}
        value={field}
        onChange={({ currentTarget: { value } }) => set(newCondition(value as FieldName))}
      >
        {(Object.keys(FIELDS) as FieldName[]).map((each) => (
          <option key={each} value={each}>
            {say(`smart.field.${each}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={say('smart.operator')}
        value={operator}
        onChange={({ currentTarget: { value } }) => set(withOperator(condition, value as Operator))}
      >
        {operatorsOf(condition).map((each) => (
          <option key={each} value={each}>
            {say(`smart.operator.${each}`)}
          </option>
        ))}
      </select>
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
        <select
          aria-label={say('smart.value')}
          value={value === false ? 'no' : 'yes'}
          onChange={({ currentTarget }) => set({ ...condition, value: currentTarget.value === 'yes' })}
        >
          <option value="yes">{say('smart.yes')}</option>
          <option value="no">{say('smart.no')}</option>
        </select>
      );
    case 'span':
      return (
        <>
          <NumberField label={say('smart.value')} value={value} set={(given) => set({ ...condition, value: given })} />
          <select
            aria-label={say('smart.unit')}
            value={unit ?? 'days'}
            onChange={({ currentTarget }) => set({ ...condition, unit: currentTarget.value as Unit })}
          >
            {UNITS.map((each) => (
              <option key={each} value={each}>
                {say(`smart.unit.${each}`)}
              </option>
            ))}
          </select>
        </>
      );
    case 'minutes':
    case 'number': {
      const one = wanted === 'minutes' ? MINUTE : 1;
      return (
        <>
          <NumberField
            {...{ one, value }}
            label={say('smart.value')}
            set={(given) => set({ ...condition, value: given })}
          />
          {operator === 'between' && (
            <NumberField
              {...{ one, value: value2 }}
              label={say('smart.value2')}
              set={(given) => set({ ...condition, value2: given })}
            />
          )}
        </>
      );
    }
  }
}

interface NumberProps {
  readonly label: string;
  readonly value: unknown;
  /** What of the wire's unit is one of the person's. */
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

interface Matches {
  readonly tracks?: readonly Track[];
  readonly error?: unknown;
}

/** Asked for when nobody has typed for a moment; an answer that was overtaken is dropped. */
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
                : say('smart.matches', { count: tracks.length })}
          </p>
          <ul class="rows preview">
            {tracks.slice(0, SHOWN).map(({ id, title, artist, album }) => (
              <li key={id}>
                <div class="lines">
                  <span class="title" dir="auto">
                    {title}
                  </span>
                  <span class="text" dir="auto">
                    {[artist, album].filter(Boolean).join(' · ')}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Group>
  );
}
