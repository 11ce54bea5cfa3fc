/**
 * Sound quality on the web remote: format of the source, format of the sound card, and whether playback is bit-perfect.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const SECONDS = 30;

/** Makes a WAVE file of silence (Multimedia Programming Interface 1.0, "RIFF"). */
function silence(rate: number, bits: number, channels = 2): Buffer {
  const bytes = Buffer.alloc(44 + SECONDS * rate * channels * (bits / 8));
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels * (bits / 8), 28);
  bytes.writeUInt16LE(channels * (bits / 8), 32);
  bytes.writeUInt16LE(bits, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

t.test(
  '16 bits in 16 bits are bit-perfect, 24 are not, and another rate is shown as the one that was opened',
  async (t) => {
    const { library, start } = await createHouse(t, { formats: ['S16_LE'] });
    const files = ['cd', 'fine', 'film'].map((name) => join(library, `${name}.wav`));
    const [cd = '', fine = '', film = ''] = files;
    await writeFile(cd, silence(44_100, 16));
    await writeFile(fine, silence(48_000, 24));
    await writeFile(film, silence(44_100, 16, 6));
    // A PIN is set; reading the sound quality does not need it.
    const daemon = await start();
    t.equal((await daemon.put('/system/pin', { pin: '123456' })).status, 204);
    await daemon.play(files);
    const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/now');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await daemon.put('/player/play');
    const line = page.locator('.quality');
    await line.getByText(/^WAV · 44\.1 kHz/).waitFor();
    await line
      .locator('.sink')
      .getByText(/ · 44\.1 kHz$/)
      .waitFor();
    await line.getByText('bit-perfect').waitFor();
    await daemon.put('/settings', { balance: 10 });
    await line.getByText('bit-perfect').waitFor({ state: 'detached' });
    await daemon.put('/settings', { balance: 0 });
    await line.getByText('bit-perfect').waitFor();

    await daemon.put('/player/next');
    await line.getByText(/^WAV · 48 kHz/).waitFor();
    await line
      .locator('.sink')
      .getByText(/ · 48 kHz$/)
      .waitFor();
    t.equal(await line.getByText('bit-perfect').count(), 0, '24 bits do not go into 16');
    await daemon.put('/player/next');
    await line.getByText(/^WAV · 44\.1 kHz/).waitFor();
    await line
      .locator('.sink')
      .getByText(/ · 44\.1 kHz$/)
      .waitFor();
    t.equal(await line.getByText('bit-perfect').count(), 0, 'six channels are mixed down');
    t.strictSame(
      asked.filter((address) => address.includes('diagnostics')),
      [],
    );
    t.strictSame(complaints, []);
  },
);
