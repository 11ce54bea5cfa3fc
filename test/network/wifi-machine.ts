/**
 * A PC in QEMU with three radios in software (`mac80211_hwsim`, which few kernels outside a Debian machine have): Debian's
 * kernel, a small initrd, and the file system of this machine, which the PC reads and cannot change. One radio is the box,
 * with the real NetworkManager and wpa_supplicant; one is an access point with four networks (hostapd, dnsmasq); the third
 * is a phone in the namespace `phone`. Besides, the namespace `far` has the other end of a cable, which is not plugged in.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE = 900_000;

const MODULES = [
  'virtio_pci',
  'virtio_net',
  '9p',
  '9pnet_virtio',
  'overlay',
  'ccm',
  'cmac',
  'gcm',
  'ctr',
  'veth',
  'mac80211_hwsim',
];

const PARAMETERS: ReadonlyMap<string, string> = new Map([['mac80211_hwsim.ko', 'radios=3']]);

/** The clone; `/tmp/project` in the PC. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Folders {
  /** Scratch, below the root of this machine. */
  readonly scratch: string;
  readonly wifi: string;
  readonly networkManager: string;
  /** The program that runs in the PC once its radios work. */
  readonly program: string;
}

export interface Options {
  /** A port of this machine that leads to one of 10.0.2.15, on the card `eth0`. Without it the PC has no card. */
  readonly forward?: { readonly from: number; readonly to: number };
  /** Called with each line that the PC prints. */
  readonly onLine?: (line: string) => void;
}

const init = ({ scratch, wifi, networkManager }: Folders) => `#!/bin/busybox sh
/bin/busybox mkdir -p /bin /proc /sys /dev /host /tmp /new
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev
while read -r module parameters; do insmod "/modules/$module" $parameters; done < /modules/order
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host /host
mount -t tmpfs tmpfs /tmp
mkdir /tmp/upper /tmp/work
mount -t overlay -o lowerdir=/host,upperdir=/tmp/upper,workdir=/tmp/work overlay /new
mount -t overlay -o "lowerdir=/host${wifi}/usr:/host${networkManager}/usr:/host/usr" overlay /new/usr
mount -t proc proc /new/proc; mount -t sysfs -o ro sysfs /new/sys; mount -t devtmpfs dev /new/dev
for each in run tmp dev/shm; do mkdir -p "/new/$each"; mount -t tmpfs tmpfs "/new/$each"; done
mkdir -p /new/tmp/sbin /new/tmp/lib /new/tmp/scratch /new/tmp/project
mount -o bind "/host${ROOT}" /new/tmp/project
cp "/host${wifi}"/sbin/* "/host${wifi}/bin/busybox" /new/tmp/sbin/
cp "/host${wifi}"/lib/*-linux-gnu/* /new/tmp/lib/
cp "/host${scratch}/inside" "/host${scratch}/program.cjs" /new/tmp/scratch/
chroot /new /bin/sh /tmp/scratch/inside
poweroff -f
`;

const NETWORKS = `interface=wlan1
driver=nl80211
hw_mode=g
channel=6
ssid=Home
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=correct horse
bss=wlan1_1
ssid2=48ff003b
bss=wlan1_2
ssid=Secret
ignore_broadcast_ssid=1
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=hidden horse
bss=wlan1_3
ssid=Silent
`;

/** As the image has it. */
const SHARED = fileURLToPath(
  new URL('../../image/overlay/etc/NetworkManager/dnsmasq-shared.d/tonearm.conf', import.meta.url),
);

const inside = (program: string) => `set -e
export PATH=/tmp/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C LD_LIBRARY_PATH=/tmp/lib
mkdir -p /tmp/w/profiles /tmp/w/none /run/NetworkManager /run/wpa_supplicant /run/netns
mount -t tmpfs tmpfs /var/lib
mkdir -p /var/lib/NetworkManager
cat > /tmp/w/networks <<'END'
${NETWORKS}END
cat > /tmp/w/settings <<'END'
[main]
plugins=keyfile
auth-polkit=false
dns=none
rc-manager=unmanaged
firewall-backend=none
[keyfile]
path=/tmp/w/profiles
[connection]
ipv4.dhcp-timeout=6
ipv6.method=disabled
END
cat > /tmp/w/bus <<'END'
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=/tmp/w/socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
END
ip link set lo up
ip netns add ap
iw phy phy1 set netns name ap
ip netns exec ap hostapd -B -P /tmp/w/hostapd.pid /tmp/w/networks
for number in 0 1 2; do
  name=wlan1; [ $number = 0 ] || name=wlan1_$number
  ip -n ap address add 10.8.$number.1/24 dev $name
  ip netns exec ap dnsmasq --conf-file=/dev/null --port=0 --bind-interfaces --interface=$name --user=root \\
    --leasefile-ro --pid-file= --dhcp-range=10.8.$number.50,10.8.$number.60,1h --dhcp-sequential-ip --no-ping --dhcp-authoritative
done
ip netns add phone
iw phy phy2 set netns name phone
ip netns add far
mkdir -p /etc/NetworkManager/dnsmasq-shared.d
cp "${SHARED}" /etc/NetworkManager/dnsmasq-shared.d/
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/tmp/w/socket
dbus-daemon --fork --nopidfile --nosyslog --config-file /tmp/w/bus
wpa_supplicant -u -s -B -O /run/wpa_supplicant
NetworkManager --config /tmp/w/settings --config-dir /tmp/w/none --system-config-dir /tmp/w/none \\
  --intern-config /tmp/w/intern --state-file /tmp/w/state --pid-file /tmp/w/pid
"${process.execPath}" ${program} || true
`;

/** Boots the PC, runs the program in it, and gives what that has printed, by lines. @throws Error with all that the PC said */
export async function runWithRadios(folders: Folders, options: Options = {}): Promise<readonly string[]> {
  const { scratch, wifi } = folders;
  await writeFile(join(scratch, 'inside'), inside('/tmp/scratch/program.cjs'));
  await copyFile(folders.program, join(scratch, 'program.cjs'));
  const initrd = await makeInitrd(folders);
  const [kernel = ''] = (await readdir(join(wifi, 'boot'))).filter((name) => name.startsWith('vmlinuz-'));
  const qemu = spawn(
    'qemu-system-x86_64',
    [
      ...['-M', 'q35', '-accel', 'tcg', '-cpu', 'max', '-smp', '1', '-m', '1000', '-nodefaults', '-no-reboot'],
      ...['-display', 'none', '-serial', 'stdio', '-kernel', join(wifi, 'boot', kernel), '-initrd', initrd],
      ...['-append', 'console=ttyS0 quiet rdinit=/init mitigations=off panic=-1'],
      ...card(options.forward),
      ...['-virtfs', 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const timer = setTimeout(() => qemu.kill('SIGKILL'), PATIENCE);
  const lines: string[] = [];
  createInterface({ input: qemu.stdout }).on('line', (line) => {
    lines.push(line.trim());
    options.onLine?.(line.trim());
  });
  await once(qemu, 'close');
  clearTimeout(timer);
  return lines;
}

function card(forward: Options['forward']): readonly string[] {
  if (forward === undefined) return [];
  const { from, to } = forward;
  return ['-netdev', `user,id=card,hostfwd=tcp:127.0.0.1:${from}-:${to}`, '-device', 'virtio-net-pci,netdev=card'];
}

/** busybox, the modules in the order in which they are loaded, and the rules of the air. */
async function makeInitrd(folders: Folders): Promise<string> {
  const { scratch, wifi } = folders;
  const root = join(scratch, 'initrd');
  for (const each of ['bin', 'modules', 'lib/firmware']) await mkdir(join(root, each), { recursive: true });
  await copyFile(join(wifi, 'bin', 'busybox'), join(root, 'bin', 'busybox'));
  await writeFile(join(root, 'init'), init(folders));
  await chmod(join(root, 'init'), 0o755);
  for (const name of ['regulatory.db', 'regulatory.db.p7s']) {
    await copyFile(join(wifi, 'lib', 'firmware', `${name}-upstream`), join(root, 'lib', 'firmware', name));
  }
  const [version = ''] = await readdir(join(wifi, 'lib', 'modules'));
  const modules = join(wifi, 'lib', 'modules', version);
  await run(join(wifi, 'bin', 'busybox'), ['depmod', '-b', wifi, version]);
  const needs = new Map<string, readonly string[]>();
  for (const line of (await readFile(join(modules, 'modules.dep'), 'utf8')).split('\n')) {
    const [path = '', rest = ''] = line.split(':');
    needs.set(path, rest.trim().split(' ').filter(Boolean));
  }
  const order: string[] = [];
  const add = (path: string): void => {
    for (const each of (needs.get(path) ?? []).toReversed()) add(each);
    if (!order.includes(path)) order.push(path);
  };
  for (const name of MODULES) {
    const path = [...needs.keys()].find((each) => basename(each) === `${name}.ko`);
    if (path !== undefined) add(path);
  }
  for (const path of order) await copyFile(join(modules, path), join(root, 'modules', basename(path)));
  await writeFile(
    join(root, 'modules', 'order'),
    `${order.map((path) => `${basename(path)} ${PARAMETERS.get(basename(path)) ?? ''}`).join('\n')}\n`,
  );
  const pack = `cd "${root}" && find . | "${join(wifi, 'bin', 'busybox')}" cpio -o -H newc > ../initrd.cpio`;
  await run('sh', ['-c', pack]);
  return join(scratch, 'initrd.cpio');
}
