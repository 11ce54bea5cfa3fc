/** Files that are damaged on purpose: cut, with flipped bits, with sizes that lie. */
import fc from 'fast-check';

const byteValue = fc.integer({ min: 0, max: 255 });

export interface Damage {
  readonly name: string;
  apply(bytes: Buffer): Buffer;
}

function changed(bytes: Buffer, change: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** To the end, where some formats have their tags. */
export const lateDamages: fc.Arbitrary<Damage> = fc.oneof(
  fc.array(fc.tuple(fc.nat(2500), byteValue), { minLength: 1, maxLength: 4 }).map((changes) => ({
    name: `set from the end ${JSON.stringify(changes)}`,
    apply: (bytes: Buffer) =>
      changed(bytes, (copy) => {
        for (const [back, value] of changes) copy[Math.max(copy.length - 1 - back, 0)] = value;
      }),
  })),
  fc.tuple(fc.nat(2500), fc.oneof(fc.nat(300), fc.nat(2 ** 31))).map(([back, size]) => ({
    name: `size ${size} at ${back} from the end`,
    apply: (bytes: Buffer) =>
      changed(bytes, (copy) => copy.length >= back + 4 && copy.writeUInt32BE(size, copy.length - back - 4)),
  })),
);

/** Most damage goes to the head, where the tags are. */
export const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => ({
    name: `cut to ${part}`,
    apply: (bytes: Buffer) => bytes.subarray(0, Math.floor(part * bytes.length)),
  })),
  fc.array(fc.tuple(fc.nat(2500), byteValue), { minLength: 1, maxLength: 4 }).map((changes) => ({
    name: `set ${JSON.stringify(changes)}`,
    apply: (bytes: Buffer) =>
      changed(bytes, (copy) => {
        for (const [at, value] of changes) if (copy.length > 0) copy[at % copy.length] = value;
      }),
  })),
  fc.tuple(fc.nat(600), fc.integer({ min: 0, max: 2 ** 32 - 1 })).map(([at, size]) => ({
    name: `size ${size} at ${at}`,
    apply: (bytes: Buffer) => (bytes.length < at + 4 ? bytes : changed(bytes, (copy) => copy.writeUInt32BE(size, at))),
  })),
  fc.tuple(fc.nat(159), byteValue).map(([back, value]) => ({
    name: `end ${back} ${value}`,
    apply: (bytes: Buffer) => changed(bytes, (copy) => (copy[Math.max(copy.length - 1 - back, 0)] = value)),
  })),
  fc.tuple(fc.nat(2000), fc.uint8Array({ minLength: 1, maxLength: 20 })).map(([at, extra]) => ({
    name: `insert ${extra.length} at ${at}`,
    apply: (bytes: Buffer) => Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at)]),
  })),
);
