import { IMAGE_NEEDS } from '../../image/steps/tools.mjs';
import { findProgram } from '../../native/setup/run.mjs';

const SHARED = ['mmdebstrap', 'e2fsprogs', 'xz-utils', 'debian-archive-keyring'];

/** Debian packages for this test: some of those of the image build, and QEMU for a PC. */
export const VM_NEEDS = [
  ...IMAGE_NEEDS.filter(({ debian }) => SHARED.includes(debian)),
  {
    debian: 'qemu-system-x86',
    what: 'qemu-system-x86_64',
    present: () => findProgram('qemu-system-x86_64') !== undefined,
  },
];
