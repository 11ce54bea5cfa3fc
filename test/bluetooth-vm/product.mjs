import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { layOut } from '../../image/steps/product.mjs';
import { ADDON, CONFINE, MOUNT_SHARE, THUMBNAILS } from '../../native/setup/addon.mjs';
import { filesUnder } from '../../native/setup/freshness.mjs';
import { BINDINGS } from '../../native/setup/native-packages.mjs';
import { at } from '../../native/setup/paths.mjs';

/** Files of the image that are needed here: all that do not concern its card, its network or its slots. */
const SAME = [
  /^usr\/lib\/tonearm\/(dist|native|node_modules)\//,
  /^usr\/lib\/tonearm\/package\.json$/,
  /^usr\/lib\/systemd\/system\/tonearm\.service$/,
  /^usr\/lib\/(sysusers|tmpfiles)\.d\//,
  /^usr\/share\/polkit-1\//,
  /^etc\/tonearm\/config\.toml$/,
  /^(etc|usr\/share)\/dbus-1\//,
  /blue/,
];

/**
 * Makes a folder to copy over the root: the daemon for this processor with the settings of the image, so that it runs
 * as on the box, as its own user and in its sandbox.
 */
export async function makeBox(folder) {
  const whole = `${folder}-whole`;
  for (const path of [folder, whole]) rmSync(path, { recursive: true, force: true });
  await layOut(whole, {
    addon: ADDON,
    confine: CONFINE,
    thumbnails: THUMBNAILS,
    mountShare: MOUNT_SHARE,
    sqlite: at(BINDINGS['better-sqlite3']),
    mdns: at(BINDINGS.mdns),
  });
  for (const file of filesUnder(whole)) {
    const path = relative(whole, file);
    if (SAME.some((same) => same.test(path))) cpSync(file, join(folder, path), { verbatimSymlinks: true });
  }
  rmSync(whole, { recursive: true });
  return folder;
}
