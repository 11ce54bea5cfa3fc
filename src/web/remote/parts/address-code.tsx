/** The address of the page as a QR code, for the camera of another phone. */
import { encode } from 'uqr';
import { useMemo } from 'preact/hooks';
import { say } from '../state/language.js';

/** Modules of the quiet zone (ISO/IEC 18004). */
const QUIET = 4;

export function AddressCode() {
  const address = location.origin;
  const { size, path } = useMemo(() => codeOf(address), [address]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={say('state.code', { address })}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function codeOf(address: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(address, { border: QUIET });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
