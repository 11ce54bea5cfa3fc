/** The sheet with the outputs, which opens from everywhere. It closes by itself when the chosen one plays. */
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../../state/language.js';
import { busyWith, currentOutput } from '../../state/outputs.js';
import { go } from '../../state/route.js';
import { openSheet, type Sheet, withdrawSheet } from '../../state/sheets.js';
import { Action } from '../form.js';
import { OutputList } from './output-list.js';
import { Speakers } from './speakers.js';

export function openOutputs(): void {
  const sheet: Sheet = {
    title: say('outputs.title'),
    body: () => <Outputs close={() => withdrawSheet(sheet)} />,
  };
  openSheet(sheet);
}

function Outputs({ close }: { readonly close: () => void }) {
  const current = currentOutput.value?.id;
  const busy = busyWith.value;
  /** The output that played when another one was touched. */
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (busy !== undefined) before.current ??= current;
    else if (before.current !== undefined && before.current !== current) close();
  }, [busy, current]);
  return (
    <>
      <OutputList class="rows outputs" hasVolumes />
      <Speakers />
      <div class="group-rows">
        <Action icon="settings" label={say('outputs.more')} act={() => go('outputs')} />
      </div>
    </>
  );
}
