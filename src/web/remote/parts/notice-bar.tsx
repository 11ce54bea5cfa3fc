/** Notices at the bottom of the screen, or at its top while a sheet is open; lasting trouble above the screen. */
import { explainCode } from '../state/box.js';
import { acknowledge, boxNotices } from '../state/box-notices.js';
import { say } from '../state/language.js';
import { momentText } from '../state/measures.js';
import { dismiss, notice } from '../state/notices.js';
import { connected, parts } from '../state/player.js';
import { sheets } from '../state/sheets.js';
import { AddressCode } from './address-code.js';
import { Button } from './page.js';

export function NoticeBar() {
  const said = notice.value;
  const undo = (): void => {
    dismiss();
    said?.undo?.();
  };
  return (
    <div class={sheets.value.length > 0 ? 'notices above-sheet' : 'notices'} role="status">
      {said && (
        <div class="line notice">
          <span dir="auto">{said.text}</span>
          {said.undo && <Button label={say('state.undo')} act={undo} />}
        </div>
      )}
    </div>
  );
}

/** Lasting trouble: no connection, or an output that does not play. */
export function TroubleBar() {
  const problem = parts.value?.status.output_problem;
  const explanation = problem && explainCode(problem.code, problem.detail);
  const text = connected.value ? explanation : say('state.offline');
  return (
    <div class="trouble" role="status">
      {text && <p>{text}</p>}
      {!connected.value && (
        <div class="line address">
          <span>{location.host}</span>
          <AddressCode />
        </div>
      )}
    </div>
  );
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
