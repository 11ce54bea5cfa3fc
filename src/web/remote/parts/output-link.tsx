/** The way to the outputs, from wherever somebody hears that it plays at the wrong one. */
import { say } from '../state/language.js';
import { devices } from '../state/outputs.js';
import { addressOf } from '../state/route-path.js';
import { Icon } from './icon.js';

export function OutputLink() {
  const current = devices.value.find(({ is_current_device: isCurrent }) => isCurrent);
  const label = [say('outputs.hint'), current?.name].filter(Boolean).join(': ');
  return (
    <a class="icon-button" href={addressOf('outputs')} aria-label={label}>
      <Icon name={current?.service === 'bluetooth' ? 'bluetooth' : 'speaker'} />
    </a>
  );
}
