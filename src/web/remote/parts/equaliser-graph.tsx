/** The curve of the equaliser as a drawing with a text for screen readers. */
import { type Band, frequencies, positionOf, response } from '../sound/equaliser-curve.js';
import { say } from '../state/language.js';
import { frequencyText, gainText } from '../state/measures.js';

/** Size of the drawing in its own units. */
const WIDTH = 320;
const HEIGHT = 140;
const POINTS = frequencies(161);
/** Least range of the drawing in dB. */
const USUAL = 12;
const STEPS = [100, 1000, 10_000];

type GraphProps = Readonly<{ bands: readonly Band[]; precut: number; isOn: boolean }>;

export function EqualiserGraph({ bands, precut, isOn }: GraphProps) {
  const values = response(bands, precut, POINTS);
  const range = Math.max(USUAL, Math.ceil(Math.max(...values.map(Math.abs)) / 6) * 6);
  const x = (frequency: number) => positionOf(frequency) * WIDTH;
  const y = (decibels: number) => HEIGHT / 2 - (decibels / range) * (HEIGHT / 2 - 8);
  const points = values.map((value, at) => `${x(POINTS[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`);
  const line = `M${points.join('L')}`;
  const text = bands
    .map(({ cutoff, gain }) => say('sound.curvePoint', { frequency: frequencyText(cutoff), gain: gainText(gain) }))
    .join(', ');
  return (
    <svg
      class={isOn ? 'curve' : 'curve off'}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={say('sound.curve', { text })}
      direction="ltr"
    >
      {[-range / 2, 0, range / 2].map((decibels) => (
        <g key={decibels}>
          <line class={decibels === 0 ? 'zero' : 'grid'} x1={0} x2={WIDTH} y1={y(decibels)} y2={y(decibels)} />
          <text x={2} y={y(decibels) - 3}>
            {gainText(decibels * 10)}
          </text>
        </g>
      ))}
      {STEPS.map((frequency) => (
        <g key={frequency}>
          <line class="grid" x1={x(frequency)} x2={x(frequency)} y1={0} y2={HEIGHT} />
          <text x={x(frequency) - 3} y={HEIGHT - 3} text-anchor="end">
            {frequencyText(frequency)}
          </text>
        </g>
      ))}
      <path class="area" d={`${line}L${WIDTH} ${y(0)}L0 ${y(0)}Z`} />
      <path class="line" d={line} />
    </svg>
  );
}
