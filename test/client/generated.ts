/** The types of the client, made from the document that the daemon serves. */
import { fileURLToPath } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

import { description } from '../http/described.js';

export const SCHEMA_FILE = fileURLToPath(new URL('../../src/client/schema.ts', import.meta.url));
export const COMMAND = 'UPDATE_CLIENT=1 npm test -- test/client/schema.test.ts';

const HEAD = `/** Generated from \`GET /openapi.json\` by openapi-typescript; \`${COMMAND}\` makes it anew. */
`;

/** Without the refusals: whatever is refused is a `Refused` to the client, and they are two thirds of the document. */
function goodAnswers(): object {
  const document = description();
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, withoutRefusals(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as object };
}

function withoutRefusals<Of extends { readonly responses: object }>(operation: Of): Of {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return { ...operation, responses: Object.fromEntries(good) };
}

export async function generatedSchema(): Promise<string> {
  // What has a default may be left out.
  const nodes = await openapiTS(goodAnswers() as never, { defaultNonNullable: false, silent: true });
  return format(HEAD + astToString(nodes), { ...(await resolveConfig(SCHEMA_FILE)), filepath: SCHEMA_FILE });
}
