/** As much as is needed of TypeScript's compiler, which every Strapi site has. */
export interface Compiler {
  SyntaxKind: Readonly<Record<string, number>>;
  createSourceFile(name: string, text: string, version: number, withParents: true): Node;
  forEachChild(node: Node, visit: (child: Node) => void): void;
  transpileModule(
    source: string,
    options: { reportDiagnostics: true; fileName: string },
  ): { diagnostics?: unknown[] };
}

/** A node of the syntax tree; which of the properties it has depends on its kind. */
interface Node {
  kind: number;
  getText(): string;
  getStart(): number;
  getEnd(): number;
  statements?: readonly Node[];
  declarationList?: { declarations: readonly Node[] };
  expression?: Node;
  left?: Node;
  right?: Node;
  name?: Node & { text?: string };
  initializer?: Node;
  body?: Node;
  properties?: readonly Node[];
  text?: string;
}

/** An object in the source of a config file. */
export interface ConfigObject {
  /** Where its brace opens. */
  open: number;
  /** Where it closes. */
  close: number;
  /** Whether something is spread into it, or has a computed name: what it has in the end cannot be seen here. */
  isUnseen: boolean;
  /** A property's own object; null where it is none that can be seen; undefined without property. */
  property(name: string): ConfigObject | null | undefined;
}

/**
 * The object that a config file exports, as a value or from a function.
 * @returns null where that cannot be seen: it comes from elsewhere, or is put together.
 */
export function exportedObject(compiler: Compiler, source: string): ConfigObject | null {
  const kinds = compiler.SyntaxKind;
  const is = (node: Node | undefined, ...names: string[]): boolean =>
    node !== undefined && names.some((name) => kinds[name] === node.kind);
  const file = compiler.createSourceFile('plugins.ts', source, 99, true);
  const top = file.statements ?? [];
  const exported = top.flatMap((statement) => {
    if (is(statement, 'ExportAssignment')) return statement.expression ?? [];
    const assigned = is(statement, 'ExpressionStatement') ? statement.expression : undefined;
    // One of its parts, too: assigned later, it stands in the place of what the object has.
    return /^module\.exports\b/.test(assigned?.left?.getText() ?? '') ? (assigned ?? []) : [];
  });
  const [first, ...others] = exported;
  if (!first || others.length > 0) return null;
  if (!first.left) return resolve(first, [top]);
  return first.left.getText() === 'module.exports' ? resolve(first.right, [top]) : null;

  /** @param scopes the statements in which names are looked up, the innermost first. */
  function resolve(
    node: Node | undefined,
    scopes: readonly (readonly Node[])[],
  ): ConfigObject | null {
    if (!node) return null;
    if (is(node, 'ObjectLiteralExpression')) return objectAt(node, scopes);
    if (is(node, 'Identifier')) {
      const [inner = [], ...outer] = scopes;
      const declared = declarationOf(inner, node.getText());
      // Used elsewhere as well, it may be changed there.
      if (declared) return usesOf(node.getText(), file) > 1 ? null : resolve(declared, scopes);
      return outer.length > 0 ? resolve(node, outer) : null;
    }
    if (is(node, 'ArrowFunction', 'FunctionExpression', 'FunctionDeclaration')) {
      const statements = node.body?.statements;
      if (!statements) return resolve(node.body, scopes);
      const last = statements.at(-1);
      const isPlain =
        is(last, 'ReturnStatement') && !statements.some((one) => is(one, 'IfStatement'));
      return isPlain ? resolve(last?.expression, [statements, ...scopes]) : null;
    }
    const isWrapper = is(
      node,
      'ParenthesizedExpression',
      'AsExpression',
      'SatisfiesExpression',
      'TypeAssertionExpression',
    );
    return isWrapper ? resolve(node.expression, scopes) : null;
  }

  function declarationOf(statements: readonly Node[], name: string): Node | undefined {
    const found = statements.flatMap((statement) =>
      is(statement, 'FunctionDeclaration')
        ? statement
        : (statement.declarationList?.declarations ?? []),
    );
    const declared = found.find((one) => one.name?.getText() === name);
    return is(declared, 'FunctionDeclaration') ? declared : declared?.initializer;
  }

  /** How often a name is used within a node, beside where it is declared. */
  function usesOf(name: string, within: Node): number {
    let uses = 0;
    compiler.forEachChild(within, (child) => {
      const isName = child === within.name && !is(within, 'ShorthandPropertyAssignment');
      if (isName) return;
      uses += is(child, 'Identifier') && child.getText() === name ? 1 : usesOf(name, child);
    });
    return uses;
  }

  function objectAt(node: Node, scopes: readonly (readonly Node[])[]): ConfigObject {
    const properties = node.properties ?? [];
    return {
      open: node.getStart(),
      close: node.getEnd() - 1,
      isUnseen: properties.some(
        (one) => is(one, 'SpreadAssignment') || is(one.name, 'ComputedPropertyName'),
      ),
      property: (name) => {
        const found = properties.filter((one) => one.name?.text === name);
        const [property] = found;
        if (!property) return undefined;
        if (found.length > 1) return null;
        const isShort = is(property, 'ShorthandPropertyAssignment');
        return resolve(isShort ? property.name : property.initializer, scopes);
      },
    };
  }
}
