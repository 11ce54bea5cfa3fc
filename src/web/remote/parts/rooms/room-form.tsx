/** All of one room: what it plays, with which others, its name, and how early its loudspeaker is fed. */
import { say } from '../../state/language.js';
import { millisecondsText } from '../../state/measures.js';
import { changeRoom, rooms } from '../../state/rooms.js';
import { Action, Group, Slider, Switch, TextField } from '../form.js';
import { Empty } from '../states.js';
import { aboutRoom, stateOf } from './room-words.js';

interface Props {
  /** Id of the output. */
  readonly output: string;
  /** Id of the room. */
  readonly id: string;
}

/** Milliseconds of latency that the slider has to either side; Snapcast has more, of which nobody hears anything good. */
const MOST_LATENCY = 500;

export function RoomForm({ output, id }: Props) {
  const all = rooms.value ?? [];
  const room = all.find((each) => each.id === id);
  if (room === undefined) return <Empty icon="speaker" text={say('rooms.gone')} />;
  const change = (members: Parameters<typeof changeRoom>[2]): void => changeRoom(output, id, members);
  const others = all.filter((each) => each.id !== id);
  const far = Math.max(MOST_LATENCY, Math.abs(room.latency));
  return (
    <>
      <div class="group-rows">
        {!room.plays && <Action icon="play" label={say('rooms.playHere')} act={() => change({ plays: true })} />}
        <TextField label={say('state.name')} value={room.name} maxLength={100} set={(name) => change({ name })} />
      </div>
      {others.length > 0 && (
        <Group title={say('rooms.group')} hint={say('rooms.groupHint')}>
          {others.map((other) => {
            const isWith = other.group === room.group;
            return (
              <div key={other.id} class="room">
                <Switch
                  isBox
                  label={other.name}
                  hint={isWith ? stateOf(other) : aboutRoom(other, all)}
                  on={isWith}
                  set={(on) => changeRoom(output, other.id, { group: on ? room.group : null })}
                />
              </div>
            );
          })}
        </Group>
      )}
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
