/**
 * A root shell for the tests on a port of the machine, passed in as systemd credentials (systemd.exec(5),
 * systemd-debug-generator(8)): the image has no login and does not contain this. Names are short because QEMU's fw_cfg
 * takes 55 characters, the text is short because a kernel command line takes 2048. Every boot starts the root slice,
 * and with it the shell. The shell polls for its port: a systemd job that waits for a device fails after 90 s, and a
 * slow emulator can need longer.
 */
export const VIRTIO_PORT = '/dev/virtio-ports/box-shell';

const shell = (port) => `[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh -c 'until [ -e ${port} ]; do sleep 1; done; stty -F ${port} -echo; exec /bin/sh <>${port} >&0'
Environment=HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin
StandardError=journal
Restart=always
RestartSec=1
OOMScoreAdjust=-900
`;

/** @param port device node of the port */
export const credentials = (port) => [
  { name: 'systemd.extra-unit.a.service', text: shell(port) },
  { name: 'systemd.unit-dropin.-.slice', text: '[Unit]\nWants=a.service\n' },
];

/** Boot arguments with the credentials, for machines without fw_cfg, such as a real board: they go into slot.txt. */
export const bootArguments = (port) =>
  credentials(port)
    .map(({ name, text }) => `systemd.set_credential_binary=${name}:${Buffer.from(text).toString('base64')}`)
    .join(' ');
