/** How well a Wi-Fi network is received, as bars over the faint picture of a full signal. */
import type { Level } from '../../state/network/networks.js';

const BARS = [
  'M12 18.5h.01',
  'M8.9 15a4.6 4.6 0 0 1 6.2 0',
  'M6 11.7a9 9 0 0 1 12 0',
  'M3 8.4a13.4 13.4 0 0 1 18 0',
] as const;
const LIT: Readonly<Record<Level, number>> = { weak: 2, fair: 3, strong: 4 };

/** Hidden from screen readers: the text of the row says it. */
export function WifiIcon({ level }: { readonly level: Level }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={BARS.join('')} opacity="0.25" />
      <path d={BARS.slice(0, LIT[level]).join('')} />
    </svg>
  );
}
