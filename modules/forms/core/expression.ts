import { fieldOf, parseExpr, type Expr } from '#kit/core/expr/index.ts';
import type { ExprName } from './names.ts';

type Named = Extract<Expr, { kind: 'field' }>;
/** The places where an expression names fields, from left to right. */
function namesIn(expr: Expr): Named[] {
  switch (expr.kind) {
    case 'field':
      return [expr];
    case 'unary':
    case 'isNull':
      return namesIn(expr.arg);
    case 'binary':
      return [...namesIn(expr.left), ...namesIn(expr.right)];
    case 'in':
      return [expr.arg, ...expr.items].flatMap(namesIn);
    case 'case':
      return [...expr.whens.flat(), ...(expr.other ? [expr.other] : [])].flatMap(namesIn);
    case 'call':
      return expr.args.flatMap(namesIn);
    default:
      return [];
  }
}

function renamed(text: string, other: (name: string) => string): string {
  const { ast } = parseExpr(text);
  if (ast === null) return text;
  const spots = new Map(namesIn(ast).map((spot) => [spot.start, spot]));
  let result = '';
  let at = 0;
  for (const { start, end, name } of [...spots.values()].sort((a, b) => a.start - b.start)) {
    result += `${text.slice(at, start)}[${other(name)}]`;
    at = end;
  }
  return result + text.slice(at);
}

/** An expression as it is stored: fields by their ids, so that other labels change nothing. What cannot be read stays as it is. */
export const withIds = (text: string, names: readonly ExprName[]): string => renamed(text, (name) => fieldOf(names, name)?.id ?? name);

/** An expression as people read it: fields by their labels, by id only where a label would mean another field. */
export function withLabels(text: string, names: readonly ExprName[]): string {
  return renamed(text, (name) => {
    const field = names.find(({ id }) => id === name);
    const isPlain =
      field !== undefined && !/[[\]]/.test(field.name) && field.name.trim() === field.name && fieldOf(names, field.name) === field;
    return isPlain ? field.name : name;
  });
}
