/**
 * A root shell for the tests on a virtio serial port, brought in as systemd credentials over QEMU's fw_cfg
 * (systemd.exec(5), systemd-debug-generator(8)): the image itself has no login, and nothing of this is ever on it. The
 * names are short because fw_cfg takes 55 characters. Every boot starts the root slice, and with it the shell.
 */
const SHELL = `[Unit]
Description=Shell of the boot test
DefaultDependencies=no
BindsTo=dev-virtio\\x2dports-box\\x2dshell.device
After=dev-virtio\\x2dports-box\\x2dshell.device

[Service]
ExecStart=/bin/sh
Environment=HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin
StandardInput=file:/dev/virtio-ports/box-shell
StandardOutput=file:/dev/virtio-ports/box-shell
StandardError=journal
OOMScoreAdjust=-900
`;

export const credentials = () => [
  { name: 'systemd.extra-unit.a.service', text: SHELL },
  { name: 'systemd.unit-dropin.-.slice', text: '[Unit]\nWants=a.service\n' },
];
