import t from 'tap';
import { limitsOf } from '../../../src/devices/cards/stream-file.js';

const DAC = `FiiO USB DAC-E10 at usb-0000:01:00.0-1.2, high speed : USB Audio

Playback:
  Status: Stop
  Interface 1
    Altset 1
    Format: S16_LE
    Channels: 2
    Endpoint: 0x01 (1 OUT) (ASYNC)
    Rates: 44100, 48000, 96000
    Data packet interval: 125 us
    Bits: 16
    Channel map: FL FR
  Interface 1
    Altset 2
    Format: S24_3LE
    Channels: 2
    Endpoint: 0x01 (1 OUT) (ASYNC)
    Rates: 44100, 192000
    Data packet interval: 125 us
    Bits: 24

Capture:
  Status: Stop
  Interface 2
    Altset 1
    Format: S32_LE
    Channels: 1
    Rates: 16000
`;

t.test('what a USB card plays is told by its stream file, and what it records is not', async (t) => {
  t.strictSame(limitsOf(DAC), {
    formats: ['S16_LE', 'S24_3LE'],
    rates: [44_100, 48_000, 96_000, 192_000],
    channels: [2],
  });
});

t.test('of a card that takes any rate between two the usual ones are told', async (t) => {
  const text =
    'X\n\nPlayback:\n  Interface 1\n    Format: S16_LE\n    Channels: 1\n    Rates: 8000 - 48000 (continuous)\n';
  t.strictSame(limitsOf(text)?.rates, [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]);
});

t.test('a card that only records, or a text of another kind, tells nothing', async (t) => {
  t.equal(limitsOf(DAC.slice(0, DAC.indexOf('Playback:')) + DAC.slice(DAC.indexOf('Capture:'))), undefined);
  for (const text of ['', 'Playback:\n', 'Playback:\n    Format: S16_LE\n', '\0\xff'])
    t.equal(limitsOf(text), undefined);
});
