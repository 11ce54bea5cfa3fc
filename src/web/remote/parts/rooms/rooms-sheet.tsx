/** The sheet of rooms: those of the Snapcast server that plays, each with its volume; the rest of a room is one touch away. */
import { useEffect } from 'preact/hooks';
import { say } from '../../state/language.js';
import { percentText } from '../../state/measures.js';
import { useInterval } from '../../state/resource.js';
import { changeRoom, loadRooms, type Room, rooms, roomsTrouble } from '../../state/rooms.js';
import { openSheet } from '../../state/sheets.js';
import { Slider } from '../form.js';
import { List } from '../list/row.js';
import { IconButton } from '../page.js';
import { Empty, Loading } from '../states.js';
import { RoomForm } from './room-form.js';

/** Milliseconds: somebody else may change a room, too. */
const REFRESH = 2000;

interface Props {
  /** Id of the output. */
  readonly output: string;
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
        <List
          class="rows rooms"
          label={say('rooms.title')}
          of={all}
          keyOf={({ id }) => id}
          row={(room) => <RoomRow output={output} room={room} />}
        />
      )}
    </>
  );
}

function RoomRow({ output, room }: Props & { readonly room: Room }) {
  const { id, name, volume, muted } = room;
  const open = (): void => openSheet({ title: name, body: () => <RoomForm output={output} id={id} /> });
  return (
    <div class="line room">
      <Slider
        label={name}
        hint={stateOf(room)}
        value={volume}
        {...{ min: 0, max: 100 }}
        text={(level) => percentText(level)}
        set={(level) => changeRoom(output, id, { volume: level })}
      />
      <IconButton
        icon={muted ? 'quieter' : 'louder'}
        label={say('rooms.mute', { name })}
        pressed={muted}
        onClick={() => changeRoom(output, id, { muted: !muted })}
      />
      <IconButton icon="settings" label={say('state.menu', { name })} onClick={open} />
    </div>
  );
}

function stateOf({ is_connected: isConnected, muted, plays, group_name: group }: Room): string | undefined {
  const state = !isConnected
    ? say('rooms.off')
    : !plays
      ? say('rooms.elsewhere')
      : muted
        ? say('rooms.muted')
        : undefined;
  return [state, group].filter(Boolean).join(' · ') || undefined;
}
