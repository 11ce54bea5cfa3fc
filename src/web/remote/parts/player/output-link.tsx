/** The link to the outputs, with the icon of the current one. */
import { say } from '../../state/language.js';
import { currentOutput } from '../../state/outputs.js';
import { addressOf } from '../../state/route-path.js';
import { Icon, type IconName } from '../icon.js';
import { IconLink } from '../page.js';
import { QualityLine } from './quality-line.js';

export function OutputLink() {
  const current = currentOutput.value;
  const label = [say('outputs.hint'), current?.name].filter(Boolean).join(': ');
  return <IconLink icon={iconOf(current)} label={label} href={addressOf('outputs')} />;
}

/** A link to the outputs with the name of the output and the quality of what plays. */
export function OutputLine() {
  return (
    <a class="line output-line" href={addressOf('outputs')}>
      <Icon name={iconOf(currentOutput.value)} />
      <span class="unseen">{say('outputs.hint')}: </span>
      <QualityLine />
    </a>
  );
}

function iconOf(output: typeof currentOutput.value): IconName {
  return output?.service === 'bluetooth' ? 'bluetooth' : 'speaker';
}
