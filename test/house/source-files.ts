import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The repository as the guards read it. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface SourceFile {
  /** From the top of the repository, with slashes: `src/playback/player.ts`. */
  readonly path: string;
  readonly text: string;
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** All TypeScript files below a folder of the repository. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => ({ path, text: readText(path) }));
}

/** Every module that a file names: `import`, `export … from`, `import()` and `require()`, types as well. */
export function importsOf({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      if (ts.isStringLiteral(node.moduleSpecifier)) found.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const imports =
        node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText(source) === 'require';
      if (imports && first !== undefined && ts.isStringLiteral(first)) found.push(first.text);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) found.push(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  visit(source);
  return found;
}

/** A relative import of `from` as a path of the repository (`./ring.js` is `ring.ts` or `ring.tsx`); undefined for packages. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const script = posix.join(posix.dirname(from), specifier);
  const source = script.replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, `${source}x`)) ? `${source}x` : source;
}
