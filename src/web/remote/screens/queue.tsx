/** The queue, on a screen of its own or beside another one: opens at what plays; is saved as a playlist, and cleared. */
import type { Parts } from '../model.js';
import { IconButton, Page } from '../parts/page.js';
import { QueueList, showCurrent } from '../parts/queue/queue-list.js';
import { askForText } from '../parts/sheet.js';
import { clearQueue, saveQueue } from '../state/commands.js';
import { say } from '../state/language.js';
import { part } from '../state/player.js';

export function QueueScreen() {
  return (
    <Page title={titleOf(part.queue.value)} above={['now']} actions={<QueueActions />}>
      <QueueList />
    </Page>
  );
}

/** The queue beside another screen. */
export function QueuePane() {
  return (
    <aside class="pane" aria-label={say('nav.queue')}>
      <div class="head">
        <div class="line bar">
          <h2>{titleOf(part.queue.value)}</h2>
          <QueueActions />
        </div>
      </div>
      <div class="pane-list">
        <QueueList />
      </div>
    </aside>
  );
}

function titleOf(now: Parts['queue'] | undefined): string {
  const amount = now?.amount ?? 0;
  return amount > 0 ? say('queue.count', { count: amount }) : say(now ? 'queue.empty' : 'nav.queue');
}

function QueueActions() {
  const amount = part.queue.value?.amount ?? 0;
  if (amount === 0) return null;
  return (
    <>
      <IconButton icon="target" label={say('queue.current')} onClick={showCurrent} />
      <IconButton icon="save" label={say('queue.save')} onClick={askForName} />
      <IconButton icon="trash" label={say('queue.clear')} onClick={() => void clearQueue()} />
    </>
  );
}

function askForName(): void {
  const answer = new Date().toLocaleDateString(document.documentElement.lang);
  askForText({ title: say('queue.save'), label: say('queue.name'), answer, done: (name) => void saveQueue(name) });
}
