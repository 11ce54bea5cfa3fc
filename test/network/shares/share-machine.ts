/** A PC (`../pc.ts`) with the kernel's SMB and NFS, the real Samba, and NFS-Ganesha, a server of NFS outside the kernel. */
import { type Options, runPc } from '../pc.js';

const MODULES = [
  ...[
    'cifs',
    'nls_utf8',
    'nfs',
    'nfsv3',
    'nfsv4',
    'ccm',
    'gcm',
    'ctr',
    'cmac',
    'ecb',
    'sha512_generic',
    'ghash-generic',
  ],
];

const SMB = (more: string) => `[global]
workgroup = HOME
map to guest = Bad User
passdb backend = tdbsam:/tmp/w/passdb.tdb
private dir = /tmp/w/private
lock directory = /tmp/w/lock
state directory = /tmp/w/state
cache directory = /tmp/w/cache
pid directory = /tmp/w/pid
ncalrpc dir = /tmp/w/ncalrpc
log file = /tmp/w/smb.log
bind interfaces only = yes
interfaces = lo
disable spoolss = yes
load printers = no
${more}
[Music]
path = /tmp/w/music
guest ok = yes
[Private]
path = /tmp/w/own
valid users = anna
`;

const NFS = `NFS_CORE_PARAM { Protocols = 4; Enable_NLM = false; Enable_RQUOTA = false; NFS_Port = 2049; }
NFSV4 { Grace_Period = 1; Lease_Lifetime = 5; Graceless = true; RecoveryRoot = /tmp/w/ganesha; }
EXPORT {
  Export_Id = 1; Path = /tmp/w/music/Folder; Pseudo = /music; Access_Type = RO; Squash = No_Root_Squash; SecType = sys;
  FSAL { Name = VFS; }
}
`;

const inside = `set -e
export PATH=/tmp/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 LD_LIBRARY_PATH=/tmp/lib
mkdir -p /tmp/w/private /tmp/w/lock /tmp/w/state /tmp/w/cache /tmp/w/pid /tmp/w/ncalrpc /tmp/w/own /tmp/w/music/Folder /tmp/w/ganesha
mount -t tmpfs tmpfs /media; mkdir -p /data; mount -t tmpfs tmpfs /data
cat > /tmp/w/smb.conf <<'END'
${SMB('')}END
cat > /tmp/w/old.conf <<'END'
${SMB('server min protocol = NT1\nserver max protocol = NT1').replaceAll('/tmp/w/pid', '/tmp/w/oldpid').replaceAll('/tmp/w/lock', '/tmp/w/oldlock')}END
cat > /tmp/w/ganesha.conf <<'END'
${NFS}END
mkdir -p /tmp/w/oldpid /tmp/w/oldlock
echo content > '/tmp/w/music/Folder/Größe.txt'
dd if=/dev/urandom of=/tmp/w/music/Folder/large bs=1M count=8 2>/dev/null
echo secret > /tmp/w/own/secret.txt
chmod -R a+rX /tmp/w/music /tmp/w/own
chmod 755 /tmp/w
grep -q ^anna: /etc/passwd || echo 'anna:x:4000:4000::/:/bin/false' >> /etc/passwd
printf 'a,b=c "d" ü\\na,b=c "d" ü\\n' | smbpasswd -c /tmp/w/smb.conf -a -s anna
ip link set lo up
ln -s /tmp/project/node_modules /tmp/node_modules
mkdir -p /var/log/samba
"${process.execPath}" /tmp/scratch/program.cjs || true
tail -5 /tmp/w/ganesha.log /tmp/w/smb.log 2>/dev/null || true
dmesg | tail -30 || true
`;

/** Boots the PC, runs the program in it, and gives what that has printed, by lines. */
export function runWithServers(
  folders: { readonly scratch: string; readonly machine: string; readonly program: string },
  options: Options,
): Promise<readonly string[]> {
  return runPc({ ...folders, packages: [], modules: MODULES, inside }, options);
}
