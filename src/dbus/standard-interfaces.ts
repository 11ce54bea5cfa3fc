/** The standard interfaces of every object. Source: D-Bus specification, "Standard Interfaces". */
import { readFile } from 'node:fs/promises';
import { standardError } from './bus-error.js';
import type { ExportedInterface, ExportedMethod, ExportedProperty } from './exported-interface.js';
import { BusVariant, variant } from './values.js';
import { typesOf, type BusType } from './signature.js';

export const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Names of interfaces without properties. */
const STANDARD = [PROPERTIES, 'org.freedesktop.DBus.Introspectable', 'org.freedesktop.DBus.Peer'];

const MACHINE_ID = '/etc/machine-id';

/** Answered on every path, with or without an object. */
export const PEER: ExportedInterface = {
  name: 'org.freedesktop.DBus.Peer',
  methods: {
    Ping: { call: () => undefined },
    GetMachineId: {
      gives: 's',
      names: ['machine_uuid'],
      call: async () => [(await readFile(MACHINE_ID, 'utf8')).trim()],
    },
  },
};

/** @param children names of the nodes directly below the object */
export function introspectable(
  all: readonly ExportedInterface[],
  children: () => readonly string[],
): ExportedInterface {
  const itself: ExportedInterface = {
    name: 'org.freedesktop.DBus.Introspectable',
    methods: { Introspect: { gives: 's', names: ['xml_data'], call: () => [described([...all, itself], children())] } },
  };
  return itself;
}

/** The interface `Properties` over all these interfaces. The value for `Set` arrives as a BusVariant, with its type. */
export function propertiesOf(interfaces: readonly ExportedInterface[]): ExportedInterface {
  const get: ExportedMethod = {
    takes: 'ss',
    gives: 'v',
    names: ['interface_name', 'property_name', 'value'],
    call: ([name, member]) => [read(propertyOf(interfaces, name, member))],
  };
  const getAll: ExportedMethod = {
    takes: 's',
    gives: 'a{sv}',
    names: ['interface_name', 'props'],
    call: ([name]) => {
      const all = Object.entries(interfaceOf(interfaces, name).properties ?? {});
      return [Object.fromEntries(all.map(([member, property]) => [member, read(property)]))];
    },
  };
  const set: ExportedMethod = {
    takes: 'ssv',
    names: ['interface_name', 'property_name', 'value'],
    call: async ([name, member, value], caller) => {
      const property = propertyOf(interfaces, name, member);
      const { type } = property;
      if (property.set === undefined) throw standardError('PropertyReadOnly', `${String(member)} can only be read.`);
      if (!(value instanceof BusVariant) || value.signature !== type) {
        throw standardError('InvalidArgs', `${String(member)} takes a value of the type "${type}".`);
      }
      await property.set(value.value, caller);
    },
  };
  return {
    name: PROPERTIES,
    methods: { Get: get, GetAll: getAll, Set: set },
    signals: { PropertiesChanged: 'sa{sv}as' },
  };
}

function read(property: ExportedProperty): BusVariant {
  return variant(property.type, property.get());
}

function interfaceOf(interfaces: readonly ExportedInterface[], name: unknown): ExportedInterface {
  if (STANDARD.includes(String(name))) return { name: String(name) };
  const found = interfaces.find((each) => each.name === name);
  if (found === undefined) throw standardError('UnknownInterface', `There is no interface ${String(name)}.`);
  return found;
}

/** The property of an interface; of any interface when the name is `""`. */
function propertyOf(interfaces: readonly ExportedInterface[], name: unknown, member: unknown): ExportedProperty {
  const among = name === '' ? interfaces : [interfaceOf(interfaces, name)];
  const found = among.map(({ properties = {} }) => own(properties, String(member))).find((each) => each !== undefined);
  if (found === undefined) throw standardError('UnknownProperty', `There is no property ${String(member)}.`);
  return found;
}

/** A member by a name from outside, never one of the prototype. */
export function own<Member>(members: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The XML description of an object. Source: D-Bus specification, "Introspection Data Format". */
const HEAD = `<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
`;

/** @param children names of the nodes directly below the object */
function described(interfaces: readonly ExportedInterface[], children: readonly string[]): string {
  const nodes = children.map((name) => ` <node name="${name}"/>\n`);
  return `${HEAD}<node>\n${interfaces.map(interfaceXml).join('')}${nodes.join('')}</node>\n`;
}

function interfaceXml({ name, methods = {}, properties = {}, signals = {} }: ExportedInterface): string {
  const members = [
    ...Object.entries(methods).map(([member, method]) => methodXml(member, method)),
    ...Object.entries(signals).map(([member, signature]) => signalXml(member, signature)),
    ...Object.entries(properties).map(([member, property]) => propertyXml(member, property)),
  ];
  return ` <interface name="${name}">\n${members.join('')} </interface>\n`;
}

function methodXml(member: string, { takes = '', gives = '', names = [] }: ExportedMethod): string {
  const inside = [
    ...typesOf(takes).map((type) => [textOf(type), 'in'] as const),
    ...typesOf(gives).map((type) => [textOf(type), 'out'] as const),
  ].map(([type, direction], index) => {
    const name = names[index] === undefined ? '' : ` name="${names[index]}"`;
    return `   <arg${name} type="${type}" direction="${direction}"/>\n`;
  });
  return `  <method name="${member}">\n${inside.join('')}  </method>\n`;
}

function signalXml(member: string, signature: string): string {
  const inside = typesOf(signature).map((type) => `   <arg type="${textOf(type)}"/>\n`);
  return `  <signal name="${member}">\n${inside.join('')}  </signal>\n`;
}

function propertyXml(member: string, property: ExportedProperty): string {
  const { type, isSilent } = property;
  const access = property.set === undefined ? 'read' : 'readwrite';
  const silent = `   <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>\n`;
  const inside = isSilent === true ? silent : '';
  return `  <property name="${member}" type="${type}" access="${access}">\n${inside}  </property>\n`;
}

function textOf({ code, parts }: BusType): string {
  const inner = parts.map(textOf).join('');
  if (code === '(') return `(${inner})`;
  return code === '{' ? `{${inner}}` : `${code}${inner}`;
}
