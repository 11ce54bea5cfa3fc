/** All outputs as one choice: a touch plays there. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Word } from '../../locales/locales.js';
import { say } from '../../state/language.js';
import { percentText } from '../../state/measures.js';
import {
  awayText,
  busyWith,
  type Device,
  devices,
  disconnect,
  outputProblem,
  playOn,
  showTrouble,
  type Speaker,
  speakerOf,
  trouble,
} from '../../state/outputs.js';
import { go } from '../../state/route.js';
import { Icon, type IconName } from '../icon.js';
import { List, ListRow } from '../list/row.js';
import { IconButton } from '../page.js';
import { iconOf } from './output-icon.js';
import { OutputVolume } from './output-volume.js';

interface OutputListProps {
  readonly class: string;
  /** Whether each has its volume below it, instead of the way to its details. */
  readonly hasVolumes?: boolean;
  /** Neither of the two. */
  readonly plain?: boolean;
  /** Id of the output that is listed first. */
  readonly first?: string | undefined;
  /** What is shown below an output. */
  readonly below?: (device: Device) => ComponentChildren;
}

export function OutputList({ plain = false, hasVolumes = false, first, below, class: name }: OutputListProps) {
  useEffect(showTrouble, []);
  const isFirst = ({ id }: Device): number => Number(id === first);
  return (
    <List
      class={name}
      of={[...devices.value].sort((one, other) => isFirst(other) - isFirst(one))}
      keyOf={({ id }) => id}
      row={(device) => (
        <>
          <OutputRow device={device} plain={plain || hasVolumes} />
          {hasVolumes && <OutputVolume device={device} />}
          {below?.(device)}
        </>
      )}
    />
  );
}

/** What such an output is, where neither its name nor its icon says that. */
const KINDS: Readonly<Record<string, Word>> = { snapcast: 'box.rooms', upnp: 'outputs.kindNetwork' };

interface ChoiceLineProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Shown instead of the text, as an alert. */
  readonly problem: string | undefined;
  /** Being connected: it can be cancelled, not chosen. */
  readonly isBusy: boolean;
  readonly choose: () => void;
  /** Undefined for a line that is no toggle. */
  readonly isChosen?: boolean;
  readonly speaker: Speaker | undefined;
  readonly children?: ComponentChildren;
}

/** A line that is touched to play there. */
export function ChoiceLine(props: ChoiceLineProps) {
  const { icon, title, text, problem, isBusy, choose, isChosen, speaker, children } = props;
  return (
    <ListRow
      {...{
        title,
        text: problem ?? text,
        isProblem: problem !== undefined && 'alert',
        busy: isBusy,
        pressed: isChosen,
      }}
      isCurrent={isChosen === true}
      lead={<Icon name={icon} />}
      trail={
        <>
          {isBusy && <span class="spinner" aria-hidden="true" />}
          {isChosen === true && !isBusy && <Icon name="check" />}
        </>
      }
      onTap={() => {
        if (!isBusy) choose();
      }}
    >
      {isBusy && speaker && (
        <IconButton icon="close" label={say('state.cancel')} onClick={() => void disconnect(speaker)} />
      )}
      {!isBusy && children}
    </ListRow>
  );
}

function OutputRow({ device, plain = false }: { readonly device: Device; readonly plain?: boolean | undefined }) {
  const { id, name, is_current_device: isCurrent, is_present: isPresent } = device;
  const speaker = speakerOf(id);
  const isBusy = busyWith.value === id || (speaker !== undefined && busyWith.value === speaker.address);
  // Once an output was opened, an earlier attempt at it does not matter any more.
  const trouble = isCurrent && isPresent ? outputProblem.value : troubleWith(id, speaker?.address);
  const problem = isBusy ? undefined : trouble;
  return (
    <ChoiceLine
      icon={iconOf(device)}
      title={name}
      text={isBusy ? say('outputs.connecting') : stateOf(device, speaker)}
      choose={() => void playOn(device)}
      isChosen={isCurrent}
      {...{ isBusy, speaker, problem }}
    >
      {!plain && <IconButton icon="settings" label={say('state.menu', { name })} onClick={() => go('outputs', id)} />}
    </ChoiceLine>
  );
}

export function troubleWith(...subjects: readonly (string | undefined)[]): string | undefined {
  const last = trouble.value;
  return last !== undefined && subjects.includes(last.with) ? last.text : undefined;
}

function stateOf(device: Device, speaker: Speaker | undefined): string {
  const { stands_in_for: missing, is_present: isPresent, is_current_device: isCurrent, card } = device;
  const state = ((): string => {
    if (missing !== null) {
      return say('outputs.standsIn', { name: devices.value.find(({ id }) => id === missing)?.name ?? missing });
    }
    if (speaker?.connecting === true) return say('outputs.connecting');
    if (!isPresent) return awayText(device);
    if (isCurrent) return say('outputs.current');
    const kind = KINDS[device.service];
    return kind === undefined ? '' : say(kind);
  })();
  const battery =
    speaker?.battery != null && speaker.connected ? `${say('outputs.battery')} ${percentText(speaker.battery)}` : '';
  return [state, card, battery].filter(Boolean).join(' · ') || say('outputs.ready');
}
