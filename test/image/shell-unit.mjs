/**
 * A root shell for the tests on a virtio serial port, brought in as systemd credentials over QEMU's fw_cfg
 * (systemd.exec(5), systemd-debug-generator(8)): the image itself has no login, and nothing of this is ever on it. The
 * names are short because fw_cfg takes 55 characters. Every boot starts the root slice, and with it the shell. It looks
 * for its port itself: a job that waits for a device gives up after 90 s, and a starved emulator can need longer.
 */
const PORT = '/dev/virtio-ports/box-shell';
const SHELL = `[Unit]
Description=Shell of the boot test
DefaultDependencies=no

[Service]
ExecStart=/bin/sh -c 'until [ -e ${PORT} ]; do sleep 1; done; exec /bin/sh <>${PORT} >&0'
Environment=HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin
StandardError=journal
Restart=always
RestartSec=1
OOMScoreAdjust=-900
`;

export const credentials = () => [
  { name: 'systemd.extra-unit.a.service', text: SHELL },
  { name: 'systemd.unit-dropin.-.slice', text: '[Unit]\nWants=a.service\n' },
];
