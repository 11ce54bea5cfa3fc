import { rmSync } from 'node:fs';
import { run } from '../../native/setup/run.mjs';
import { CardServer, partitionsOf } from './card-server.mjs';
import { expect } from './table.mjs';
import { UpdatedBox } from './update.mjs';

/** Words of the kernel for a damaged file system or a card that does not do what it says. */
const DAMAGE = 'EXT4-fs error|EXT4-fs warning|FAT-fs.*error|I/O error|Buffer I/O|JBD2.*(error|abort)|SQUASHFS error';
/** Words of the check before /data is mounted, for more than a replayed journal. */
const REPAIRED = /file system (damaged|beyond repair)|FIXED|[Cc]orrupt/;

/**
 * A box whose card has a volatile write cache, and loses some of it with the power. A member `arm`, set before a start, is
 * the write that freezes it, for example `['p5', 2]`.
 */
export class PoweredBox extends UpdatedBox {
  async start() {
    const { folder, name, card } = this;
    this.server = new CardServer({ folder, name, card, ranges: await partitionsOf(card) });
    await this.server.start();
    this.cardSocket = this.server.socket;
    if (this.arm !== undefined) await this.server.command(`arm ${this.arm.join(' ')}`);
    await super.start();
  }

  /** Takes the power away. @returns what became of the writes that were not flushed */
  async cut(seed) {
    await this.kill();
    return this.server.cut(seed);
  }

  async quit() {
    await super.quit();
    await this.server?.end();
  }

  /**
   * Waits for the chosen write, which freezes the card.
   * @param isOver whether no such write can come any more; asked now and then
   * @returns whether it came in time
   */
  async frozen(limit, isOver = () => false) {
    const deadline = performance.now() + limit;
    for (let look = 1; performance.now() < deadline; look++) {
      if ((await this.server.counters()).frozen) return true;
      if (look % 50 === 0 && (await isOver())) return false;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  /**
   * Waits until the box is well, and looks for what a power cut may have left.
   * @returns `{ slot, repaired }`: the running slot, and what its check of the file systems has mended
   */
  async well() {
    await this.until('GET /health', () => this.ask('/health'));
    const { text } = await this.inside(
      'systemctl start tonearm-slot-good; /usr/lib/tonearm/box/slot-counters get-current; ' +
        'findmnt -no OPTIONS /data | cut -d, -f1; systemctl --failed --plain --no-legend | sed "s/^/failed: /"; ' +
        `journalctl --boot --no-pager --output=cat _TRANSPORT=kernel | grep -E "${DAMAGE}" | sed "s/^/kernel: /"; ` +
        'journalctl --boot --no-pager --output=cat --identifier=data | sed "s/^/check: /"; ' +
        'for n in 0 1; do fw_printenv -c /etc/tonearm/slots/copy-$n | sort | tr "\\n" " " | sed "s/^/counters: /"; echo; done',
    );
    const [slot, mount, ...lines] = text.split('\n').filter((line) => line !== '');
    const having = (start) => lines.filter((line) => line.startsWith(start)).map((line) => line.trimEnd());
    expect(/^[AB]$/.test(slot) && mount === 'rw', text);
    expect(having('failed: ').length === 0 && having('kernel: ').length === 0, text);
    const counters = having('counters: ');
    expect(counters.length === 2 && counters[0] === counters[1] && /BOOT_ORDER=[AB] [AB]/.test(counters[0]), text);
    const { state, slots } = await this.ask('/system/update');
    const running = slots.find((each) => each.running);
    expect(state === 'idle' && slots.length === 2 && running?.name === slot && running.good, JSON.stringify(slots));
    return { slot, repaired: having('check: ').filter((line) => REPAIRED.test(line)) };
  }
}

/**
 * Checks /data on the card file after a cut, as the box finds it: a copy whose journal is replayed has to be whole.
 * @returns what e2fsck says of damage, '' when there is none
 */
export async function damageOf(card, folder) {
  const { start, length } = (await partitionsOf(card)).p8;
  const copy = `${folder}/power-data.ext4`;
  rmSync(copy, { force: true });
  await run('dd', [
    ...[`if=${card}`, `of=${copy}`, 'bs=1M', 'conv=sparse', 'iflag=skip_bytes,count_bytes', `skip=${start}`],
    ...[`count=${length}`, 'status=none'],
  ]);
  await run('e2fsck', ['-p', copy], { capture: true });
  const { code, stdout } = await run('e2fsck', ['-fn', copy], { capture: true });
  rmSync(copy, { force: true });
  return code === 0 ? '' : stdout.trim();
}
