/** What a process has started, and what this one holds open, as the kernel knows it. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcess {
  readonly pid: number;
  readonly name: string;
  /** `Z` is a zombie. */
  readonly state: string;
}

/**
 * The children of a process that are not buried (proc(5), `/proc/pid/stat`), without the compiler that an import of an
 * edited file leaves behind.
 */
export function childProcesses(of = process.pid): ChildProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        return Number(parent) === of && name !== 'esbuild' ? [{ pid: Number(pid), name, state }] : [];
      } catch {
        return []; // it ended meanwhile
      }
    });
}

export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
