import { join } from 'node:path';
import { ensureArm64Libraries, LIBRARIES } from './cross-arm64.mjs';
import { buildArm64Package } from './cross-package.mjs';
import { BUILD } from './paths.mjs';

const BINDING = 'dns_sd_bindings.node';

/** What the daemon reads of mdns, in the clone and on the box alike: folder, scripts and binding. */
export const MDNS = 'node_modules/mdns';
export const MDNS_SCRIPTS = [
  'lib/advertisement.js',
  'lib/dns_sd.js',
  'lib/io_watcher.js',
  'lib/mdns_service.js',
  'lib/network_interface.js',
  'lib/service_type.js',
];
export const MDNS_BINDING = `build/Release/${BINDING}`;

/** Where the image takes the binding from. */
export const ARM64_MDNS = join(BUILD, 'arm64', BINDING);

/** The native half of mdns, which is linked with Avahi's library. @param cache a folder outside the clone */
export async function buildArm64Mdns(cache) {
  await ensureArm64Libraries();
  await buildArm64Package({
    name: 'mdns',
    sources: ['src'],
    binding: BINDING,
    cache,
    environment: { LDFLAGS: `-s -L${LIBRARIES} -Wl,-rpath-link,${LIBRARIES}` },
  });
}
