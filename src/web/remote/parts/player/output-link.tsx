/** The buttons that open the outputs, with the icon of the current one. */
import { say } from '../../state/language.js';
import { currentOutput } from '../../state/outputs.js';
import { Icon } from '../icon.js';
import { IconButton } from '../page.js';
import { iconOf } from './output-icon.js';
import { openOutputs } from './output-sheet.js';
import { QualityLine } from './quality-line.js';

export function OutputLink() {
  const current = currentOutput.value;
  const label = [say('outputs.hint'), current?.name].filter(Boolean).join(': ');
  return <IconButton icon={iconOf(current)} label={label} onClick={openOutputs} />;
}

/** With the name of the output and the quality of what plays. */
export function OutputLine() {
  return (
    <button type="button" class="line output-line" onClick={openOutputs}>
      <Icon name={iconOf(currentOutput.value)} />
      <span class="unseen">{say('outputs.hint')}: </span>
      <QualityLine />
    </button>
  );
}
