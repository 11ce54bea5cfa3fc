/** The buttons that open the outputs, with the icon of the current one. */
import { say } from '../../state/language.js';
import { busyWith, currentOutput } from '../../state/outputs.js';
import { Icon } from '../icon.js';
import { IconButton } from '../page.js';
import { iconOf } from './output-icon.js';
import { openOutputs } from './output-sheet.js';
import { QualityLine } from './quality-line.js';

export function OutputLink() {
  const current = currentOutput.value;
  const isBusy = busyWith.value !== undefined;
  const label = [say('outputs.hint'), isBusy ? say('outputs.connecting') : current?.name].filter(Boolean).join(': ');
  return <IconButton icon={iconOf(current)} {...{ label, isBusy }} onClick={openOutputs} />;
}

/** With the name of the output and the quality of what plays. */
export function OutputLine() {
  return (
    <button type="button" class="line output-line" onClick={openOutputs}>
      {busyWith.value === undefined ? (
        <Icon name={iconOf(currentOutput.value)} />
      ) : (
        <span class="spinner" aria-hidden="true" />
      )}
      <span class="unseen">{say('outputs.hint')}: </span>
      <QualityLine />
    </button>
  );
}
