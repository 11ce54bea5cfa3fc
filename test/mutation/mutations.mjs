/** The mutations that a TypeScript source allows: each replaces one stretch of its text. */
import ts from 'typescript';

const Kind = ts.SyntaxKind;

const OPERATORS = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
  [Kind.PlusEqualsToken, '-='],
  [Kind.MinusEqualsToken, '+='],
  [Kind.AsteriskToken, '/'],
  [Kind.SlashToken, '*'],
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
]);
const METHODS = new Map(
  [
    ['some', 'every'],
    ['min', 'max'],
    ['floor', 'ceil'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
/** Larger numbers are sizes, times and masks: one more or less of them makes no difference that a test should hold. */
const LARGEST_BOUNDARY = 255;
/** Constants that say how much is done at a time, how long to wait, or how much to keep in memory. */
const PACING = /^(PAGES?|(.+_)?(TURN|TOGETHER|PATIENCE|MS)|(TURN|PATIENCE)_.+|.+_(MILLISECONDS|KEPT)|(CACHE|KEPT)_.+)$/;
/** Calls that let others have a turn. */
const GIVES_WAY = /^(nextTurn|turn\.end)$/;
const COUNTER = /^(at|index|key)$/;
const SQL = /\b(SELECT|UPDATE|DELETE|INSERT|WHERE|ORDER BY)\b/;
const SQL_WORDS = [
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/\bASC\b/g, 'DESC'],
  [/\bDESC\b/g, 'ASC'],
  [/\bAND\b/g, 'OR'],
];
const LOG = /\blog\.(debug|info|warn|error)$/i;

/** @returns `{ start, end, before, after }` in the order of the text; types, comments, texts and log calls have none. */
export function mutationsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const put = (start, end, after) => found.push({ start, end, before: text.slice(start, end), after });
  const replace = (node, after) => put(node.getStart(), node.end, after);
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || isLogCall(node) || isGivingWay(node)) return;
    mutate(node, replace, put);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isLogCall = (node) =>
  ts.isCallExpression(node) && LOG.test(node.expression.getText().replaceAll('#', '').replaceAll('?.', '.'));

function mutate(node, replace, put) {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const other = OPERATORS.get(operatorToken.kind);
    const joins = operatorToken.kind === Kind.PlusToken && [left, right].some(isText);
    if (other !== undefined && !joins) replace(operatorToken, other);
    if (operatorToken.kind === Kind.QuestionQuestionToken && !isForTypesOnly(node)) put(left.end, right.end, '');
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken) {
    replace(node, node.operand.getText());
  } else if (node.kind === Kind.TrueKeyword) {
    replace(node, 'false');
  } else if (node.kind === Kind.FalseKeyword) {
    replace(node, 'true');
  } else if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    if (value > LARGEST_BOUNDARY || !Number.isInteger(value) || isFallback(node) || isPacing(node)) return;
    const isMore = value === 0 || node.end % 2 === 0;
    replace(node, String(isMore ? value + 1 : value - 1));
  } else if (ts.isReturnStatement(node) && isEarly(node)) {
    replace(node, ';');
  } else if (ts.isExpressionStatement(node) && isRemovable(node.expression)) {
    replace(node, ';');
  } else if (
    ts.isPropertyAccessExpression(node) &&
    ts.isCallExpression(node.parent) &&
    node.parent.expression === node
  ) {
    const other = METHODS.get(node.name.text);
    if (other !== undefined) replace(node.name, other);
  } else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
    mutateSql(node, put);
  }
}

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** `list[index] ?? 0`, `[first = 0] = list`: no boundary; keys of an object are none either. */
const isFallback = ({ parent }) =>
  ts.isBindingElement(parent) ||
  (ts.isPropertyAssignment(parent) && parent.name.kind === Kind.NumericLiteral) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === Kind.QuestionQuestionToken);

/** `await nextTurn()`, and `if (...) await nextTurn()`. */
function isGivingWay(node) {
  if (ts.isIfStatement(node)) return node.elseStatement === undefined && isGivingWay(node.thenStatement);
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const call = node.expression.expression;
  return ts.isCallExpression(call) && GIVES_WAY.test(call.expression.getText());
}

/** `list[at] ?? 0` in a loop over the list: the compiler asks for the fallback, which is never used. */
function isForTypesOnly({ left, right }) {
  if (!ts.isElementAccessExpression(left) || !['0', "''"].includes(right.getText())) return false;
  const isCounter = (index) =>
    ts.isBinaryExpression(index)
      ? [Kind.PlusToken, Kind.MinusToken].includes(index.operatorToken.kind) && isCounter(index.left)
      : ts.isIdentifier(index) && COUNTER.test(index.text);
  return isCounter(left.argumentExpression);
}

/** A number in a constant of this kind, or in the bounds of a `Pace`. */
function isPacing(node) {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isNewExpression(each) && each.expression.getText() === 'Pace') return true;
    if (ts.isVariableDeclaration(each)) return PACING.test(each.name.getText());
  }
  return false;
}

/** `if (...) return ...`: without it the rest of the block is run. */
function isEarly({ parent }) {
  const statement = ts.isBlock(parent) ? parent.parent : parent;
  return ts.isIfStatement(statement) && statement.elseStatement === undefined;
}

function isRemovable(expression) {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isRemovable(expression.expression);
  return ts.isCallExpression(expression) && expression.expression.kind !== Kind.SuperKeyword && !isLogCall(expression);
}

function mutateSql(node, put) {
  const text = node.getText();
  const whole = ts.isTemplateSpan(node.parent) ? node.parent.parent : ts.isTemplateHead(node) ? node.parent : node;
  if (!SQL.test(whole.getText()) && !/^'(ASC|DESC)'$/.test(text)) return;
  for (const [pattern, after] of SQL_WORDS) {
    for (const { index, 0: word } of text.matchAll(pattern)) {
      put(node.getStart() + index, node.getStart() + index + word.length, after);
    }
  }
}
