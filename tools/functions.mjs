// Measures the functions of a source text: how long they are, which take a boolean, which choose too deep. Used by sizes.mjs.
import { parseAst } from 'rolldown/parseAst';

/** More lines than this and a function does several things. */
export const LONG = 60;
/** No list excuses a function that is longer. */
export const LONGEST = 120;
/** `a ? b : c ? d : e` is read at one go; one more is not. */
const DEEPEST_CHOICE = 2;

const isFunction = ({ type }) => type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** How people call a function: its own name, that of what holds it, or of what it is given to. */
function nameOf(node, parents) {
  if (node.id) return node.id.name;
  for (const parent of [...parents].reverse()) {
    if (parent.type === 'VariableDeclarator') return parent.id.name ?? 'pattern';
    if (parent.key) return parent.key.name ?? parent.key.value ?? 'computed';
    if (parent.type === 'CallExpression') return `in ${(parent.callee.property ?? parent.callee).name ?? 'call'}`;
    if (parent.type === 'ExportDefaultDeclaration') return 'default';
  }
  return 'anonymous';
}

function isBoolean(type) {
  if (type?.type === 'TSBooleanKeyword') return true;
  return type?.type === 'TSUnionType' && type.types.every((one) => one.type === 'TSBooleanKeyword' || one.type === 'TSUndefinedKeyword');
}

/** `f(x, true)` does not say what is true; an option or two functions do. */
function takesBoolean({ params }) {
  return params.some((param) => {
    const { left, right } = param.type === 'AssignmentPattern' ? param : { left: param, right: null };
    return isBoolean(left.typeAnnotation?.typeAnnotation) || typeof right?.value === 'boolean';
  });
}

const depthOf = (node) => (node?.type === 'ConditionalExpression' ? 1 + Math.max(depthOf(node.consequent), depthOf(node.alternate)) : 0);

/** `{ long: { name: lines }, booleans, choices }` of one text: functions over LONG lines, functions with a boolean parameter, deep choices. */
export function measure(text, { jsx }) {
  const found = { long: {}, booleans: 0, choices: 0 };
  const ends = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  const lineAt = (offset) => {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if (ends[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const visit = (node, parents) => {
    if (isFunction(node)) {
      const lines = lineAt(node.end) - lineAt(node.start) + 1;
      const name = nameOf(node, parents);
      if (lines > LONG) found.long[name] = Math.max(lines, found.long[name] ?? 0);
      if (takesBoolean(node)) found.booleans += 1;
    }
    if (node.type === 'ConditionalExpression' && parents.at(-1)?.type !== 'ConditionalExpression' && depthOf(node) > DEEPEST_CHOICE)
      found.choices += 1;
    parents.push(node);
    for (const value of Object.values(node))
      if (Array.isArray(value)) value.forEach((one) => one?.type && visit(one, parents));
      else if (value?.type) visit(value, parents);
    parents.pop();
  };
  visit(parseAst(text, { lang: jsx ? 'tsx' : 'ts' }), []);
  return found;
}
