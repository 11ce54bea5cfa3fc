/**
 * Bounds of what a broker may send, judged before MQTT.js sees a byte: kinds of packets that this client can get (it
 * subscribes with QoS 0 only), their lengths, and how many come in a while. Source: MQTT 3.1.1, sections 2.2 and 3.
 */
import { Allowance } from '../allowance.js';
import { BrokerFailure } from './failure.js';

/** Bytes of a packet behind its head. A command has some hundred; what is longer than a command is read, and ignored. */
export const LARGEST_PACKET = 64 * 1024;
/** Packets that may come at once, and in each second from then on. */
const BURST = 200;
const PER_SECOND = 50;

const CONNACK = 2;
const PUBLISH = 3;
const SUBACK = 9;
const PINGRESP = 13;
/** Topic and at least one character of it. */
const SHORTEST_PUBLISH = 3;
/** A packet id and a return code for each of a few topics. */
const SUBACK_LENGTHS = { least: 3, most: 32 };

type Field = 'kind' | 'length' | 'body';

export class PacketBounds {
  #field: Field = 'kind';
  #kind = 0;
  /** Length of the present packet as far as it has come, and later what is left of it; and the digits that it had. */
  #length = 0;
  #digits = 0;
  #isGreeted = false;
  readonly #allowance: Allowance;

  /** @param now as `Allowance` has it */
  constructor(now?: () => number) {
    this.#allowance = new Allowance(BURST, PER_SECOND, now);
  }

  /** @param chunk the next bytes @throws BrokerFailure for what no broker sends, and for too much of it */
  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const byte = chunk[at] ?? 0;
      switch (this.#field) {
        case 'kind':
          this.#begin(byte);
          at += 1;
          break;
        case 'length':
          this.#addDigit(byte);
          at += 1;
          break;
        case 'body': {
          const skipped = Math.min(this.#length, chunk.length - at);
          this.#length -= skipped;
          at += skipped;
          if (this.#length === 0) this.#field = 'kind';
        }
      }
    }
  }

  #begin(byte: number): void {
    if (!this.#allowance.take()) throw new BrokerFailure('too_much', 'The broker sends too many messages.');
    this.#kind = byte >> 4;
    const flags = byte & 0b1111;
    // QoS 0, and no repetition of one that was not acknowledged; whether it was retained is all the same.
    const isFine = this.#kind === PUBLISH ? (flags & 0b1110) === 0 : flags === 0;
    if (!isFine || (this.#kind === CONNACK) === this.#isGreeted) throw noBroker();
    this.#isGreeted = true;
    this.#field = 'length';
    this.#length = this.#digits = 0;
  }

  #addDigit(byte: number): void {
    this.#length += (byte & 0x7f) * 128 ** this.#digits;
    this.#digits += 1;
    if (byte >= 0x80) {
      if (this.#digits === 4) throw noBroker();
      return;
    }
    this.#judgeLength();
    this.#field = this.#length === 0 ? 'kind' : 'body';
  }

  #judgeLength(): void {
    const length = this.#length;
    if (!isLengthOf(this.#kind, length)) throw noBroker();
    if (length > LARGEST_PACKET) {
      throw new BrokerFailure(
        'too_much',
        `The broker sends a message of ${length} bytes, which is too long. It may be one that it retains.`,
      );
    }
  }
}

function isLengthOf(kind: number, length: number): boolean {
  switch (kind) {
    case CONNACK:
      return length === 2;
    case PUBLISH:
      return length >= SHORTEST_PUBLISH;
    case SUBACK:
      return length >= SUBACK_LENGTHS.least && length <= SUBACK_LENGTHS.most;
    case PINGRESP:
      return length === 0;
    default:
      return false;
  }
}

const noBroker = () => new BrokerFailure('no_broker', 'What answers there does not speak MQTT.');
