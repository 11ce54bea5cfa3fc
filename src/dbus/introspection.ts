/** The XML description of an object. Source: D-Bus specification, "Introspection Data Format". */
import type { ExportedInterface, ExportedMethod, ExportedProperty } from './exported-interface.js';
import { typesOf, type BusType } from './signature.js';

const HEAD = `<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
`;

/** @param children names of the nodes directly below the object */
export function described(interfaces: readonly ExportedInterface[], children: readonly string[]): string {
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
