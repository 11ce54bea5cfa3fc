/**
 * Covers that nobody has looked at yet, on a phone that flicks through all albums: milliseconds from the end of the last
 * flick until every cover in the window is shown, and how long Pause and Play take meanwhile, from the tap until they
 * are answered. Each repetition begins with no thumbnails and an empty browser; the second reference is the heap of the
 * page before it scrolled past everything. The link is that of this machine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { id3v2 } from './corpus-tags.mjs';
import { BENCH } from './paths.mjs';
import { Tonearm } from './tonearm.mjs';

const FOLDER = join(BENCH, 'covers');
const ALBUMS = 300;
const FLICKS = 10;
const FLICK = { x: 195, y: 500, yDistance: -450, speed: 2500, gestureSourceType: 'touch', preventFling: false };
const COMPLETE_MILLISECONDS = 1500;
const COMMAND_MILLISECONDS = 150;
const HEAP_MEGABYTES = 8;
const PATIENCE_MILLISECONDS = 120_000;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Resolves with the milliseconds until every cover in the window is shown; a page that still scrolls is not complete. */
const COMPLETE = `new Promise((resolve) => {
  const began = performance.now();
  let [top, still] = [scrollY, 0];
  const look = () => {
    still = scrollY === top ? still + 1 : 0;
    top = scrollY;
    const seen = [...document.querySelectorAll('main .cover')].filter((cover) => {
      const { top, bottom } = cover.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const isShown = (cover) => [...cover.querySelectorAll('img')].some((img) => img.complete && img.naturalWidth > 0);
    if (still > 5 && seen.length > 0 && seen.every(isShown)) resolve(performance.now() - began);
    else requestAnimationFrame(look);
  };
  look();
})`;
const TAP = `document.querySelector('.mini :is([aria-label=Pause], [aria-label=Play])').click()`;
/** Milliseconds of each answered command, with its wait for a connection. */
const COMMANDS = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/player/')).map(({ duration }) => duration)`;

/** One track an album, each with a cover of its own of 1000 × 1000 pixels. Made once. */
function theAlbums(say) {
  if (!existsSync(FOLDER)) {
    say(`making ${ALBUMS} albums with covers, once`);
    const unfinished = `${FOLDER}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const picture = 'testsrc2=s=1000x1000:rate=1,noise=alls=20:allf=t';
    const frames = ['-frames:v', String(ALBUMS), '-q:v', '5', join(unfinished, '%04d.jpg')];
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...frames]);
    const sound = join(unfinished, 'sound.mp3');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=60', '-b:a', '64k', sound]);
    const bytes = readFileSync(sound);
    for (const cover of readdirSync(unfinished).filter((name) => name.endsWith('.jpg'))) {
      const number = cover.slice(0, -4);
      const folder = join(unfinished, number);
      mkdirSync(folder);
      renameSync(join(unfinished, cover), join(folder, 'cover.jpg'));
      const texts = { TIT2: `Track ${number}`, TALB: `Album ${number}`, TPE1: `Artist ${number}` };
      const tag = id3v2({ version: 4, encoding: 'utf8', texts, own: {}, padding: 0, unsynchronise: false });
      writeFileSync(join(folder, '01.mp3'), Buffer.concat([tag, bytes]));
    }
    rmSync(sound);
    renameSync(unfinished, FOLDER);
  }
  const files = readdirSync(FOLDER).map((album) => join(FOLDER, album, '01.mp3'));
  return { folder: FOLDER, files: files.slice(0, 20) };
}

/** @returns milliseconds of the covers and of each command, and bytes of heap before and after scrolling past all albums */
async function flicked(address) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const tools = await page.context().newCDPSession(page);
    const heap = async () => {
      await tools.send('HeapProfiler.collectGarbage');
      return (await tools.send('Runtime.getHeapUsage')).usedSize;
    };
    await page.goto(`${address}/#/library`);
    await page.locator('.virtual .cover').first().waitFor();
    await page.locator('.mini :is([aria-label=Pause], [aria-label=Play])').waitFor();
    const before = await heap();
    for (let flick = 0; flick < FLICKS; flick++) {
      await tools.send('Input.synthesizeScrollGesture', FLICK);
      await page.evaluate(TAP);
    }
    const complete = await page.evaluate(COMPLETE);
    let commands = [];
    // The page's policy forbids `waitForFunction`, which evaluates a string in it.
    for (
      const late = performance.now() + PATIENCE_MILLISECONDS;
      commands.length < FLICKS;
      await page.waitForTimeout(20)
    ) {
      if (performance.now() > late) throw new Error(`${commands.length} of ${FLICKS} commands were answered`);
      commands = await page.evaluate(COMMANDS);
    }
    let end = 0;
    for (let top = 0; top <= end; top += 400) {
      end = await page.evaluate(`(scrollTo(0, ${top}), document.documentElement.scrollHeight)`);
      await page.waitForTimeout(50);
    }
    return { complete, commands, before, after: await heap() };
  } finally {
    await browser.close();
  }
}

export async function covers({ quick, formats, say }) {
  const tonearm = new Tonearm(theAlbums(say), { formats });
  const measured = { complete: [], commands: [], before: [], after: [] };
  try {
    await tonearm.start();
    say(`scanning ${ALBUMS} albums`);
    await tonearm.scanned();
    await tonearm.fillQueue();
    for (let repetition = 1; repetition <= (quick ? 3 : 7); repetition++) {
      say(`ten flicks through covers that nobody has seen, ${repetition} of ${quick ? 3 : 7}`);
      await tonearm.stop();
      rmSync(join(tonearm.stateFolder, 'covers'), { recursive: true, force: true });
      await tonearm.start();
      await tonearm.play(0);
      const { complete, commands, before, after } = await flicked(`http://127.0.0.1:${tonearm.address.port}`);
      measured.complete.push(complete);
      measured.commands.push(Math.max(...commands));
      measured.before.push(before / 1e6);
      measured.after.push(after / 1e6);
    }
  } finally {
    await tonearm.stop();
  }
  const wanted = (most) => ({ reference: [most], referenceName: 'wanted', absolute: most });
  return {
    rows: [
      {
        ...{ title: 'covers: cold, ten flicks → shown', unit: 'ms', tonearm: measured.complete },
        ...wanted(COMPLETE_MILLISECONDS),
      },
      {
        ...{ title: 'covers: slowest Pause or Play meanwhile', unit: 'ms', tonearm: measured.commands },
        ...wanted(COMMAND_MILLISECONDS),
      },
      {
        ...{ title: `covers: heap after ${ALBUMS} albums`, unit: 'MB', tonearm: measured.after },
        ...{ reference: measured.before, referenceName: 'before', absolute: HEAP_MEGABYTES },
      },
    ],
    details: measured,
  };
}
