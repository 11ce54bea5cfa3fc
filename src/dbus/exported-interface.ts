/** What an object of ours shows on the bus, as `SystemBus.exportObject` takes it. */
import type { BusVariant } from './values.js';

export interface ExportedMethod {
  /** Signature of what it takes; none without arguments. Whatever else comes is refused before it is called. */
  readonly takes?: string;
  /** Signature of what it answers with; none without. */
  readonly gives?: string;
  /** Names of the arguments, for introspection: first those that it takes. */
  readonly names?: readonly string[];
  /** In milliseconds, until the caller is told that it takes too long. */
  readonly patience?: number;
  /**
   * @param body plain values (`values.ts`), of the types that `takes` says
   * @param caller unique name
   * @returns values for `gives`, or a promise of them; without `gives` it does not matter what
   * @throws BusError to answer with just that; a TonearmError is told with its sentence, any other is a fault
   */
  call(body: readonly unknown[], caller: string): unknown;
}

export interface ExportedProperty {
  readonly type: string;
  /** Asked whenever somebody reads it; a value of `type`. */
  get(): unknown;
  /** None: it can only be read. `value` is plain and of `type`. @throws as `ExportedMethod.call` */
  set?(value: unknown, caller: string): void | Promise<void>;
  /** Whether `changed` is called when it changes; said in the introspection. */
  readonly isSilent?: boolean;
}

export interface ExportedInterface {
  readonly name: string;
  readonly methods?: Readonly<Record<string, ExportedMethod>>;
  readonly properties?: Readonly<Record<string, ExportedProperty>>;
  /** Signatures of the signals, by name. */
  readonly signals?: Readonly<Record<string, string>>;
}

/** An object that others call, until it is removed. */
export interface ExportedObject {
  readonly path: string;
  /** Sends a signal; without a connection nothing happens. @throws Error for a body that does not follow its signature */
  emit(interfaceName: string, member: string, signature: string, body: readonly unknown[]): void;
  /** Tells the new values of properties. @throws as `emit` */
  changed(interfaceName: string, properties: Readonly<Record<string, BusVariant>>): void;
  /** May be called twice. */
  remove(): void;
}
