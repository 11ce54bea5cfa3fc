/** Description of a service as XML, made of its table. Source: UPnP Device Architecture 1.0 section 2.3. */
import { escaped } from '../../xml.js';
import type { ServiceTable, Variable } from './service.js';

export function describeService({ variables, actions }: ServiceTable): string {
  const actionList = Object.entries(actions).map(([name, { in: inputs = [], out: outputs = [] }]) => {
    const rows = [...inputs.map((row) => [...row, 'in'] as const), ...outputs.map((row) => [...row, 'out'] as const)];
    const list = rows.map(
      ([argument, variable, direction]) =>
        `<argument><name>${argument}</name><direction>${direction}</direction>` +
        `<relatedStateVariable>${variable}</relatedStateVariable></argument>`,
    );
    const args = list.length === 0 ? '' : `<argumentList>${list.join('')}</argumentList>`;
    return `<action><name>${name}</name>${args}</action>`;
  });
  const table = Object.entries(variables).map(([name, variable]) => describeVariable(name, variable));
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<scpd xmlns="urn:schemas-upnp-org:service-1-0">' +
    '<specVersion><major>1</major><minor>0</minor></specVersion>' +
    `<actionList>${actionList.join('')}</actionList><serviceStateTable>${table.join('')}</serviceStateTable></scpd>\n`
  );
}

function describeVariable(name: string, { type, allowed, range, isEvented }: Variable): string {
  const list = allowed?.map((value) => `<allowedValue>${escaped(value)}</allowedValue>`).join('');
  const values = list === undefined ? '' : `<allowedValueList>${list}</allowedValueList>`;
  const bounds =
    range === undefined
      ? ''
      : `<allowedValueRange><minimum>${range[0]}</minimum><maximum>${range[1]}</maximum><step>1</step></allowedValueRange>`;
  return (
    `<stateVariable sendEvents="${isEvented === true ? 'yes' : 'no'}"><name>${name}</name>` +
    `<dataType>${type}</dataType>${values}${bounds}</stateVariable>`
  );
}
