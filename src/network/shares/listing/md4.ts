/** MD4 (RFC 1320), which SMB servers make of a password, and which Node's OpenSSL leaves out. Not for anything else. */

const F = (x: number, y: number, z: number): number => (x & y) | (~x & z);
const G = (x: number, y: number, z: number): number => (x & y) | (x & z) | (y & z);
const H = (x: number, y: number, z: number): number => x ^ y ^ z;

/** Function, constant, order of the words, and rotations of each round. */
const ROUNDS = [
  [F, 0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [3, 7, 11, 19]],
  [G, 0x5a82_7999, [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], [3, 5, 9, 13]],
  [H, 0x6ed9_eba1, [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], [3, 9, 11, 15]],
] as const;

export function md4(message: Uint8Array): Buffer {
  // A bit that is set, zeros, and the length in bits: a multiple of 64 bytes.
  const padded = Buffer.alloc(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8);
  const state = new Int32Array([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]);
  for (let at = 0; at < padded.length; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (const [mix, constant, order, rotations] of ROUNDS) {
      for (const [step, word] of order.entries()) {
        const sum = (a + mix(b, c, d) + padded.readInt32LE(at + word * 4) + constant) | 0;
        const by = rotations[step % 4] ?? 0;
        [a, b, c, d] = [d, (sum << by) | (sum >>> (32 - by)), b, c];
      }
    }
    for (const [index, word] of [a, b, c, d].entries()) state[index] = (state[index] ?? 0) + word;
  }
  const digest = Buffer.alloc(16);
  for (const [index, word] of state.entries()) digest.writeInt32LE(word, index * 4);
  return digest;
}
