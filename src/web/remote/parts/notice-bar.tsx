/**
 * What happened, said at the bottom of the screen, or at its top while a sheet is open; and above everything that the box
 * cannot be reached.
 */
import { explainCode } from '../state/box.js';
import { acknowledge, boxNotices } from '../state/box-notices.js';
import { say } from '../state/language.js';
import { momentText } from '../state/measures.js';
import { dismiss, notice } from '../state/notices.js';
import { connected, parts } from '../state/player.js';
import { sheets } from '../state/sheets.js';
import { AddressCode } from './address-code.js';

export function NoticeBar() {
  const said = notice.value;
  const { undo } = said ?? {};
  return (
    <div class={sheets.value.length > 0 ? 'notices above-sheet' : 'notices'} role="status">
      {said && (
        <div class="notice">
          <span dir="auto">{said.text}</span>
          {undo && (
            <button
              type="button"
              class="text-button"
              onClick={() => {
                dismiss();
                undo();
              }}
            >
              {say('state.undo')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Trouble that lasts: no connection, or an output that does not play. */
export function TroubleBar() {
  const problem = parts.value?.status.output_problem;
  const explanation = problem && explainCode(problem.code, problem.detail);
  const text = connected.value ? explanation : say('state.offline');
  return (
    <div class="trouble" role="status">
      {text && <p>{text}</p>}
      {!connected.value && (
        <div class="address">
          <span>{location.host}</span>
          <AddressCode />
        </div>
      )}
    </div>
  );
}

/** What happened to the box, until somebody says that it was read. */
export function BoxNoticeBar() {
  return (
    <div class="box-notices" role="status">
      {boxNotices.value.map(({ id, code, copied_at: copied }) => (
        <div class="box-notice" key={id}>
          <p>{say(`notice.${code}`, { moment: copied === null ? '' : momentText(copied) })}</p>
          <button type="button" class="text-button" onClick={() => void acknowledge(id)}>
            {say('notice.read')}
          </button>
        </div>
      ))}
    </div>
  );
}
