/**
 * The manifest with which Raspberry Pi Imager 2.0.3 or newer asks for host name, time zone and Wi-Fi when it writes the
 * image (its doc/json-schema/os-list-schema.json). Opened without it, an image file is written as it is.
 */
import { pathToFileURL } from 'node:url';
import { EPOCH } from '../paths.mjs';

/**
 * @param image path of the file to write, which Imager unpacks
 * @param extracted size in bytes and SHA-256 of the image itself
 * @param downloadSize bytes of the file
 */
export function imagerManifest({ image, extracted, downloadSize, boards }) {
  return {
    imager: {
      devices: boards.map(({ name, imagerTag }) => ({
        name,
        description: 'Supported by Tonearm',
        tags: [imagerTag],
        matching_type: 'exclusive',
        architecture: 'armv8',
        capabilities: [],
      })),
    },
    os_list: [
      {
        name: 'Tonearm',
        description: 'A music player that you drive from your phone',
        // Part of Imager.
        icon: 'icons/cat_media_players.png',
        url: pathToFileURL(image).href,
        extract_size: extracted.size,
        extract_sha256: extracted.sha256,
        image_download_size: downloadSize,
        release_date: new Date(EPOCH * 1000).toISOString().slice(0, 10),
        devices: [...new Set(boards.map(({ imagerTag }) => imagerTag))],
        init_format: 'cloudinit',
        architecture: 'armv8',
        capabilities: [],
      },
    ],
  };
}
