/** The sheet of rooms: those of the Snapcast server that plays, each with its volume; the rest of a room is one touch away. */
import { useEffect } from 'preact/hooks';
import { say } from '../../state/language.js';
import { percentText } from '../../state/measures.js';
import { useInterval } from '../../state/resource.js';
import { changeRoom, loadRooms, muteAll, type Room, rooms, roomsTrouble } from '../../state/rooms.js';
import { openSheet } from '../../state/sheets.js';
import { Slider } from '../form.js';
import { List } from '../list/row.js';
import { Button, IconButton } from '../page.js';
import { Empty, Loading } from '../states.js';
import { RoomForm } from './room-form.js';
import { aboutRoom } from './room-words.js';

/** Milliseconds: somebody else may change a room, too. */
const REFRESH = 2000;

interface Props {
  /** Id of the output. */
  readonly output: string;
}

interface RoomsProps extends Props {
  readonly all: readonly Room[];
}

export function Rooms({ output }: Props) {
  useEffect(() => void loadRooms(output), [output]);
  useInterval(() => void loadRooms(output), REFRESH);
  const all = rooms.value;
  const trouble = roomsTrouble.value;
  return (
    <>
      {trouble !== undefined && <p role="alert">{trouble}</p>}
      {all === undefined ? (
        trouble === undefined && <Loading />
      ) : all.length === 0 ? (
        <Empty icon="speaker" text={say('rooms.none')} hint={say('rooms.noneHint')} />
      ) : (
        <>
          {all.length > 1 && <MuteAll output={output} all={all} />}
          <List
            class="rows rooms"
            label={say('rooms.title')}
            of={all}
            keyOf={({ id }) => id}
            row={(room) => <RoomRow output={output} all={all} room={room} />}
          />
        </>
      )}
    </>
  );
}

/** Mutes while one room is heard; rooms that are off do not count. */
function MuteAll({ output, all }: RoomsProps) {
  const there = all.filter((room) => room.is_connected);
  if (there.length === 0) return null;
  const mutes = there.some((room) => !room.muted);
  return (
    <div class="rooms-head">
      <Button
        icon={mutes ? 'muted' : 'speaker'}
        label={mutes ? say('rooms.muteAll') : say('rooms.unmuteAll')}
        act={() => void muteAll(output, mutes)}
      />
    </div>
  );
}

function RoomRow({ output, all, room }: RoomsProps & { readonly room: Room }) {
  const { id, name, volume, muted, is_connected: isConnected } = room;
  const open = (): void =>
    openSheet({
      /** The room may be renamed in the sheet. */
      get title() {
        return rooms.value?.find((each) => each.id === id)?.name ?? name;
      },
      body: () => <RoomForm output={output} id={id} />,
    });
  return (
    <div class={isConnected ? 'line room' : 'line room off'}>
      <Slider
        label={name}
        hint={aboutRoom(room, all)}
        value={volume}
        {...{ min: 0, max: 100 }}
        text={(level) => percentText(level)}
        set={(level) => changeRoom(output, id, { volume: level })}
      />
      <IconButton
        icon={muted ? 'muted' : 'speaker'}
        label={say('rooms.mute', { name })}
        pressed={muted}
        onClick={() => changeRoom(output, id, { muted: !muted })}
      />
      <IconButton icon="settings" label={say('state.menu', { name })} onClick={open} />
    </div>
  );
}
