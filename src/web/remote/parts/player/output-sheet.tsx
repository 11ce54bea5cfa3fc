/** The sheet with the outputs, which opens from everywhere. It closes by itself when the chosen one plays. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../state/language.js';
import { later, loadLater } from '../../state/later.js';
import { busyWith, currentOutput } from '../../state/outputs.js';
import { go } from '../../state/route.js';
import { openSheet, type Sheet, withdrawSheet } from '../../state/sheets.js';
import { Action } from '../form.js';
import { OutputList } from './output-list.js';
import { Loading } from '../states.js';
import { Speakers } from './speakers.js';

export function openOutputs(): void {
  const sheet: Sheet = {
    title: say('outputs.title'),
    body: () => <Outputs close={() => withdrawSheet(sheet)} />,
  };
  openSheet(sheet);
}

function openRooms(output: string): void {
  openSheet({ title: say('rooms.title'), body: () => <LateRooms output={output} /> });
}

function LateRooms({ output }: { readonly output: string }) {
  const Rooms = later.value?.Rooms;
  useEffect(() => void loadLater(), []);
  return Rooms === undefined ? <Loading /> : <Rooms output={output} />;
}

function Outputs({ close }: { readonly close: () => void }) {
  const current = currentOutput.value?.id;
  /** Listed in front while the sheet is open, also once another one plays: nothing moves under a finger. */
  const [first] = useState(current);
  const busy = busyWith.value;
  /** The output that played when another one was touched. */
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (busy !== undefined) before.current ??= current;
    else if (before.current !== undefined && before.current !== current) close();
  }, [busy, current]);
  return (
    <>
      <OutputList
        class="rows outputs"
        hasVolumes
        first={first}
        below={({ id, service, is_current_device: isCurrent }) =>
          isCurrent &&
          service === 'snapcast' && (
            <div class="group-rows">
              <Action icon="rooms" label={say('rooms.title')} hint={say('rooms.hint')} act={() => openRooms(id)} />
            </div>
          )
        }
      />
      <Speakers />
      <div class="group-rows">
        <Action icon="settings" label={say('outputs.more')} act={() => go('outputs')} />
      </div>
    </>
  );
}
