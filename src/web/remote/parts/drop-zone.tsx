/**
 * The whole page as a target for files of a computer: dropped files and folders are uploaded into the library, and the
 * screen that shows their progress opens. Keyboards have the same under More, Add music.
 */
import { useEffect, useState } from 'preact/hooks';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { go } from '../state/route.js';
import { sheets } from '../state/sheets.js';
import { addDropped } from '../state/uploads.js';
import { entriesOf, type Entry, filesOf } from '../uploads/dropped.js';
import { Icon } from './icon.js';

type Phase = 'none' | 'over' | 'reading';

export function DropZone() {
  const [phase, setPhase] = useState<Phase>('none');

  useEffect(() => {
    const end = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      addEventListener(name, act, { signal: end.signal });
    on('dragenter', (event) => {
      if (isWelcome(event)) setPhase('over');
    });
    on('dragover', (event) => {
      if (!isWelcome(event)) return;
      // Without it the browser would open the file in the place of the page.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setPhase('over');
    });
    on('dragleave', (event) => {
      // Between two elements of the page there is a related one; at the edge of the window there is none.
      if (event.relatedTarget === null) setPhase('none');
    });
    on('drop', (event) => {
      if (!isWelcome(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setPhase('reading');
      const { items, files } = event.dataTransfer;
      void take(entriesOf(items), [...files]).finally(() => setPhase('none'));
    });
    return () => end.abort();
  }, []);

  if (phase === 'none') return null;
  return (
    <div class="drop-zone" role="status">
      <div>
        <Icon name="upload" />
        <strong>{say(phase === 'over' ? 'drop.title' : 'drop.reading')}</strong>
        <span>{say('drop.text')}</span>
      </div>
    </div>
  );
}

/** Files only, no text and no picture of this page; and not while a sheet asks for something. */
function isWelcome({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true && sheets.peek().length === 0;
}

/** @param plain the same without folders, for a browser that gives no entries */
async function take(entries: readonly Entry[], plain: readonly File[]): Promise<void> {
  const alone = plain.map((file) => ({ file, path: '' }));
  const found = await filesOf(entries);
  const { files, isCut, unreadable } = entries.length > 0 ? found : { ...found, files: alone };
  if (isCut) notify(say('drop.tooMany', { count: files.length }));
  else if (unreadable > 0) notify(say('drop.unreadable', { count: unreadable }));
  if (files.length > 0 && addDropped(files)) go('add');
  else if (!isCut && unreadable === 0) notify(say('add.noMusic'));
}
