/** All of one room: what it plays, with which others, its name, and how early its loudspeaker is fed. */
import { say } from '../../state/language.js';
import { millisecondsText } from '../../state/measures.js';
import { changeRoom, type Room, rooms } from '../../state/rooms.js';
import { Action, Choice, Group, Slider, TextField } from '../form.js';
import { Empty } from '../states.js';

interface Props {
  /** Id of the output. */
  readonly output: string;
  /** Id of the room. */
  readonly id: string;
}

/** Milliseconds of latency that the slider has to either side; Snapcast has more, of which nobody hears anything good. */
const MOST_LATENCY = 500;
const NONE = '';

export function RoomForm({ output, id }: Props) {
  const all = rooms.value ?? [];
  const room = all.find((each) => each.id === id);
  if (room === undefined) return <Empty icon="speaker" text={say('rooms.gone')} />;
  const change = (members: Parameters<typeof changeRoom>[2]): void => changeRoom(output, id, members);
  const others = groupsOf(all.filter((each) => each.id !== id));
  const isWithOthers = others.some(([group]) => group === room.group);
  const far = Math.max(MOST_LATENCY, Math.abs(room.latency));
  return (
    <>
      <div class="group-rows">
        {!room.plays && <Action icon="play" label={say('rooms.playHere')} act={() => change({ plays: true })} />}
        <TextField label={say('state.name')} value={room.name} maxLength={100} set={(name) => change({ name })} />
        {others.length > 0 && (
          <Choice
            isWide
            label={say('rooms.group')}
            hint={say('rooms.groupHint')}
            value={isWithOthers ? room.group : NONE}
            options={[[NONE, say('rooms.alone')], ...others]}
            set={(group) => change({ group: group === NONE ? null : group })}
          />
        )}
      </div>
      <Group title={say('rooms.advanced')} hint={say('rooms.latencyHint')}>
        <Slider
          atEnd
          label={say('rooms.latency')}
          value={room.latency}
          {...{ min: -far, max: far, step: 5 }}
          text={millisecondsText}
          set={(latency) => change({ latency })}
        />
      </Group>
    </>
  );
}

/** Each group with its name, or the names of its rooms. */
function groupsOf(all: readonly Room[]): readonly (readonly [group: string, text: string])[] {
  const groups = new Map<string, string[]>();
  for (const { group, name } of all) groups.set(group, [...(groups.get(group) ?? []), name]);
  return [...groups].map(([group, names]) => {
    const own = all.find((each) => each.group === group)?.group_name;
    return [group, own === undefined || own === '' ? names.join(', ') : own] as const;
  });
}
