import { join } from 'node:path';
import { Box } from '../image/box.mjs';

/**
 * Emulation in software with one processor and a clock that counts instructions (2 ns each), so that on a busy machine
 * the clock inside runs slower: neither a controller's time-out of two seconds nor the pace of the sound depends on
 * other load.
 */
const PROCESSOR = ['-accel', 'tcg,thread=single', '-icount', 'shift=1,align=off,sleep=on', '-cpu', 'max', '-smp', '1'];

const SHELL_PATIENCE = 10_000;

/**
 * Box and speaker in one virtual PC, controlled from outside: HTTP, a root shell, and a shared folder. Writes to the
 * disk are discarded at the end.
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

  /** Resolves when the shell answers; input from before is lost. */
  async ready() {
    await this.until('a shell', async () => (await this.inside('true', SHELL_PATIENCE)).code === 0);
  }

  /** Runs a line of sh as root inside. @returns the output @throws Error with the output when the exit code is not 0 */
  async must(line, limit) {
    const { code, text } = await this.inside(line, limit);
    if (code !== 0) throw new Error(`${line}: ${text} (code ${code})`);
    return text;
  }
}
