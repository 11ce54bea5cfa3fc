/** Interfaces of an object that we export on the bus, as `SystemBus.exportObject` takes them. */
import type { BusVariant } from './values.js';

export interface ExportedMethod {
  /** Signature of the arguments; left out when there are none. A call with any other is refused. */
  readonly takes?: string;
  /** Signature of the answer; left out when it is empty. */
  readonly gives?: string;
  /** Names for introspection: first those of the arguments, then those of the answer. */
  readonly names?: readonly string[];
  /** Milliseconds until the caller gets a timeout. */
  readonly patience?: number;
  /**
   * @param body plain values (`values.ts`), of the types that `takes` says
   * @param caller unique name
   * @returns the values of `gives`, or a promise of them; without `gives` the result is ignored
   * @throws BusError to answer with; the text of a TonearmError is sent, any other error is logged and hidden
   */
  call(body: readonly unknown[], caller: string): unknown;
}

export interface ExportedProperty {
  readonly type: string;
  /** Returns a value of `type`; called for each read. */
  get(): unknown;
  /** Left out for a read-only property. `value` is plain and of `type`. @throws as `ExportedMethod.call` */
  set?(value: unknown, caller: string): void | Promise<void>;
  /** True when changes are not signalled; stated in the introspection. */
  readonly isSilent?: boolean;
}

export interface ExportedInterface {
  readonly name: string;
  readonly methods?: Readonly<Record<string, ExportedMethod>>;
  readonly properties?: Readonly<Record<string, ExportedProperty>>;
  /** Signatures of the signals, by name. */
  readonly signals?: Readonly<Record<string, string>>;
}

/** An object on the bus, until it is removed. */
export interface ExportedObject {
  readonly path: string;
  /** Sends a signal; does nothing without a connection. @throws Error for a body that does not match the signature */
  emit(interfaceName: string, member: string, signature: string, body: readonly unknown[]): void;
  /** Signals new values of properties. @throws as `emit` */
  changed(interfaceName: string, properties: Readonly<Record<string, BusVariant>>): void;
  /** May be called twice. */
  remove(): void;
}
