import { bodyOf, expression, isNode, listOf, type Node } from './ast.ts';

/** One comparison of a condition, as far as it matters what it gives away. */
export type Comparison =
  /** a column and constants: who asks knows the value already */
  | { readonly kind: 'known'; readonly parts: readonly unknown[] }
  /** two columns */
  | { readonly kind: 'equal'; readonly left: unknown; readonly right: unknown }
  /** anything else: the result tells something about the values */
  | { readonly kind: 'telling'; readonly whole: unknown };

const bare = (node: unknown): unknown => {
  let inner = node;
  for (let paren = bodyOf(inner, 'paren'); paren; paren = bodyOf(inner, 'paren')) inner = paren.this;
  return inner;
};
const isColumn = (node: unknown): boolean => expression(bare(node))?.kind === 'column';

function isConstant(node: unknown): boolean {
  const found = expression(bare(node));
  if (!found) return false;
  if (['literal', 'boolean', 'null'].includes(found.kind)) return true;
  return (found.kind === 'neg' || found.kind === 'cast') && isNode(found.body) && isConstant(found.body.this);
}

/** Takes a condition apart at AND, OR and NOT. */
export function comparisons(condition: unknown): Comparison[] {
  const node = bare(condition);
  const found = expression(node);
  if (!found) return isNode(node) ? [{ kind: 'telling', whole: node }] : [];
  const body: Node = isNode(found.body) ? found.body : {};
  switch (found.kind) {
    case 'and':
    case 'or':
      return [...comparisons(body.left), ...comparisons(body.right)];
    case 'not':
      return comparisons(body.this);
    case 'eq':
    case 'neq': {
      const sides = [body.left, body.right];
      if (sides.every((side) => isColumn(side) || isConstant(side)))
        return sides.every(isColumn)
          ? [{ kind: found.kind === 'eq' ? 'equal' : 'telling', left: body.left, right: body.right, whole: node } as Comparison]
          : [{ kind: 'known', parts: sides }];
      break;
    }
    case 'in':
      if (isColumn(body.this) && !body.query && !body.unnest && listOf(body.expressions).every(isConstant))
        return [{ kind: 'known', parts: [body.this] }];
      break;
    case 'is_null':
      if (isColumn(body.this)) return [{ kind: 'known', parts: [body.this] }];
      break;
  }
  return [{ kind: 'telling', whole: node }];
}
