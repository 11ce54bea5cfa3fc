/**
 * Takes variables of a type `Long` for those of `Int`: rockboxd's TypeScript SDK sends them with `play`, although no schema
 * of rockboxd has that type.
 */
import type { DocumentNode, TypeNode } from 'graphql';
import type { GraphqlLibrary } from './library.js';

export function withoutLong({ Kind }: GraphqlLibrary, document: DocumentNode): DocumentNode {
  const typeOf = <Node extends TypeNode>(node: Node): Node => {
    if (node.kind !== Kind.NAMED_TYPE) return { ...node, type: typeOf(node.type) };
    return node.name.value === 'Long' ? { ...node, name: { ...node.name, value: 'Int' } } : node;
  };
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.variableDefinitions === undefined) return node;
    const variableDefinitions = node.variableDefinitions.map((each) => ({ ...each, type: typeOf(each.type) }));
    return { ...node, variableDefinitions };
  });
  return { ...document, definitions };
}
