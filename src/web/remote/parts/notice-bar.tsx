/** Short notices where they cover no control; lasting trouble above the screen. */
import { useRef } from 'preact/hooks';
import { acknowledge, boxNotices } from '../state/box-notices.js';
import { say } from '../state/language.js';
import { later } from '../state/later.js';
import { momentText } from '../state/measures.js';
import { notice, undoNoticed } from '../state/notices.js';
import { outputProblem } from '../state/outputs.js';
import { connected } from '../state/player.js';
import { openSheet, sheets } from '../state/sheets.js';
import { Button } from './page.js';

/**
 * The room of a notice: above the small player, over the cover of Now Playing, above each sheet.
 * @param level open sheets with which this one shows it
 */
export function NoticeBar({ level = 0 }: { readonly level?: number }) {
  const bar = useRef<HTMLDivElement>(null);
  const said = sheets.value.length === level ? notice.value : undefined;
  const undo = (): void => {
    const title =
      bar.current?.closest<HTMLElement>('.sheet-layer')?.querySelector('.sheet') ?? document.querySelector('h1');
    undoNoticed();
    (title as HTMLElement | null)?.focus({ preventScroll: true });
  };
  return (
    <div ref={bar} class="notices" role="status">
      {said && (
        <div class="line notice">
          <span dir="auto">{said.text}</span>
          {said.undo && <Button label={say('state.undo')} act={undo} keys="Control+Z" />}
        </div>
      )}
    </div>
  );
}

/** Lasting trouble: no connection, or an output that does not play. */
export function TroubleBar() {
  const text = connected.value ? outputProblem.value : say('state.offline');
  return (
    <div class="trouble" role="status">
      {text && (
        <div class="line">
          <p>{text}</p>
          {!connected.value && <Button label={location.host} act={openAddress} />}
        </div>
      )}
    </div>
  );
}

/** For another phone, while this one has no connection. */
function openAddress(): void {
  const AddressCode = later.value?.AddressCode;
  if (AddressCode !== undefined) openSheet({ title: location.host, body: () => <AddressCode /> });
}

/** Notices of the daemon until they are marked as read. */
export function BoxNoticeBar() {
  return (
    <div class="box-notices" role="status">
      {boxNotices.value.map(({ id, code, copied_at: copied }) => (
        <div class="line box-notice" key={id}>
          <p>{say(`notice.${code}`, { moment: copied === null ? '' : momentText(copied) })}</p>
          <Button label={say('notice.read')} act={() => void acknowledge(id)} />
        </div>
      ))}
    </div>
  );
}
