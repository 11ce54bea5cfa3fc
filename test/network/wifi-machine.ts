/**
 * A PC (`pc.ts`) with three radios in software (`mac80211_hwsim`, which few kernels outside a Debian machine have). One radio
 * is the box, with the real NetworkManager and wpa_supplicant; one is an access point with four networks (hostapd, dnsmasq);
 * the third is a phone in the namespace `phone`. Besides, the namespace `far` has the other end of a cable, which is not
 * plugged in.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Options, runPc } from './pc.js';

const MODULES = ['ccm', 'cmac', 'gcm', 'ctr', 'veth', 'mac80211_hwsim'];

const PARAMETERS: ReadonlyMap<string, string> = new Map([['mac80211_hwsim.ko', 'radios=3']]);

interface Folders {
  /** Scratch, below the root of this machine. */
  readonly scratch: string;
  readonly wifi: string;
  readonly networkManager: string;
  /** The program that runs in the PC once its radios work. */
  readonly program: string;
}

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

/** Boots the PC, runs the program in it, and gives what that has printed, by lines. */
export function runWithRadios(folders: Folders, options: Options = {}): Promise<readonly string[]> {
  const { scratch, wifi, networkManager, program } = folders;
  const rules = ['regulatory.db', 'regulatory.db.p7s'].map(
    (name) => [name, join(wifi, 'lib', 'firmware', `${name}-upstream`)] as const,
  );
  return runPc(
    {
      ...{ scratch, program, machine: wifi, packages: [networkManager], modules: MODULES, parameters: PARAMETERS },
      firmware: new Map(rules),
      inside: inside('/tmp/scratch/program.cjs'),
    },
    options,
  );
}
