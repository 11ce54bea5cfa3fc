import { join } from 'node:path';
import { Box } from '../image/box.mjs';

/**
 * In software, one processor, and a clock that counts its instructions (2 ns each): on a busy machine everything in it
 * takes longer, and nothing in it notices. Neither a controller's patience of two seconds nor the pace of the sound
 * depends on who else wants the processor.
 */
const PROCESSOR = ['-accel', 'tcg,thread=single', '-icount', 'shift=1,align=off,sleep=on', '-cpu', 'max', '-smp', '1'];

const SHELL_PATIENCE = 10_000;

/**
 * The box and the speaker in one virtual PC, seen from outside: HTTP, a root shell, and a shared folder. Nothing that
 * it writes to its disk is kept.
 */
export class Machine extends Box {
  /** @param options `{ folder, debian, initrd, share }`: `debian` of ensureDebian, `share` is `/share` inside */
  constructor({ folder, debian, initrd, share }) {
    super({ name: 'machine', folder });
    Object.assign(this, { debian, initrd, share });
  }

  commandLine() {
    return [
      ...['qemu-system-x86_64', ...PROCESSOR, '-m', '1024', '-no-reboot'],
      ...['-kernel', join(this.debian, 'vmlinuz'), '-initrd', this.initrd],
      ...['-append', 'console=ttyS0 quiet loglevel=4 panic=-1 systemd.show_status=no mitigations=off'],
      ...['-drive', `if=virtio,format=raw,snapshot=on,file=${join(this.debian, 'root.ext4')}`],
      ...['-virtfs', `local,path=${this.share},mount_tag=share,security_model=none,multidevs=remap`],
      ...this.common,
    ];
  }

  /** Resolves when there is a shell: what is typed before is lost. */
  async ready() {
    await this.until('a shell', async () => (await this.inside('true', SHELL_PATIENCE)).code === 0);
  }

  /** As `inside`, for what must succeed. @returns what it said. @throws Error with that when it did not */
  async must(line, limit) {
    const { code, text } = await this.inside(line, limit);
    if (code !== 0) throw new Error(`${line}: ${text} (code ${code})`);
    return text;
  }
}
