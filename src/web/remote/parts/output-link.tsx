/** The way to the outputs, from wherever somebody hears that it plays at the wrong one. */
import { say } from '../state/language.js';
import { currentOutput } from '../state/outputs.js';
import { addressOf } from '../state/route-path.js';
import { IconLink } from './page.js';

export function OutputLink() {
  const current = currentOutput.value;
  const label = [say('outputs.hint'), current?.name].filter(Boolean).join(': ');
  const icon = current?.service === 'bluetooth' ? 'bluetooth' : 'speaker';
  return <IconLink {...{ icon, label }} href={addressOf('outputs')} />;
}
