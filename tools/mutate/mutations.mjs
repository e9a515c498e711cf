// The single changes that could be made to a source text: each turns a decision, a bound, a value or a step into another one.
import { parseAst } from 'rolldown/parseAst';

const TURNED = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
const METHODS = { every: 'some', some: 'every', startsWith: 'endsWith', endsWith: 'startsWith', min: 'max', max: 'min' };
const PASSED_BY = new Set(['filter', 'trim', 'toSorted', 'sort', 'toReversed', 'reverse', 'toLowerCase', 'slice', 'flat']);
/** Types are erased, and what stands at the top of a file is tables and names more than logic. */
const isType = (type) => type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type);

/** Between two expressions: the operator, wherever spaces and brackets stand. */
function operatorAt(text, node) {
  const from = node.left.end;
  const at = text.slice(from, node.right.start).indexOf(node.operator);
  return { start: from + at, end: from + at + node.operator.length };
}

const RULES = {
  BinaryExpression: (node, text) => turned(node, text),
  LogicalExpression: (node, text) =>
    node.operator === '??'
      ? [{ start: node.start, end: node.end, to: `(${text.slice(node.left.start, node.left.end)})`, what: 'no ??' }]
      : turned(node, text),
  UnaryExpression: (node, text) =>
    node.operator === '!'
      ? [{ start: node.start, end: node.end, to: `!!(${text.slice(node.argument.start, node.argument.end)})`, what: 'no !' }]
      : [],
  IfStatement: ({ test }, text) => [{ start: test.start, end: test.end, to: `!(${text.slice(test.start, test.end)})`, what: 'if turned' }],
  ConditionalExpression: ({ test }, text) => [
    { start: test.start, end: test.end, to: `!(${text.slice(test.start, test.end)})`, what: 'choice turned' },
  ],
  Literal: ({ value, start, end }) => (typeof value === 'boolean' ? [{ start, end, to: String(!value), what: `${value} turned` }] : []),
  ExpressionStatement: ({ expression, start, end }) => {
    const call = expression.type === 'AwaitExpression' || expression.type === 'UnaryExpression' ? expression.argument : expression;
    const isStep = ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(call.type) && call.callee?.type !== 'Super';
    return isStep ? [{ start, end, to: ';', what: 'step left out' }] : [];
  },
  ReturnStatement: ({ argument, start, end }) => (argument ? [] : [{ start, end, to: ';', what: 'return left out' }]),
  CallExpression: ({ callee }, text, node) => {
    if (callee.type !== 'MemberExpression' || callee.computed) return [];
    const { name, start, end } = callee.property;
    if (Object.hasOwn(METHODS, name)) return [{ start, end, to: METHODS[name], what: `${name} → ${METHODS[name]}` }];
    return PASSED_BY.has(name)
      ? [{ start: node.start, end: node.end, to: text.slice(callee.object.start, callee.object.end), what: `no ${name}` }]
      : [];
  },
};

function turned(node, text) {
  const to = TURNED[node.operator];
  return to ? [{ ...operatorAt(text, node), to, what: `${node.operator} → ${to}` }] : [];
}

/** `{ start, end, to, what, line }` of every change that the rules know. Those at the top of a file, outside any function, are left out. */
export function mutationsOf(text, { jsx }) {
  const found = [];
  const visit = (node, depth) => {
    if (isType(node.type) || node.type === 'ImportDeclaration') return;
    const inside = depth + (/Function/.test(node.type) ? 1 : 0);
    if (inside > 0) found.push(...(RULES[node.type]?.(node, text, node) ?? []));
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child, inside);
  };
  visit(parseAst(text, { lang: jsx ? 'tsx' : 'ts' }), 0);
  return found.map((mutation) => ({ ...mutation, line: text.slice(0, mutation.start).split('\n').length }));
}

/** The text with one of its mutations. */
export const mutated = (text, { start, end, to }) => text.slice(0, start) + to + text.slice(end);
