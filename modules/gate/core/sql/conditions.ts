import { bodyOf } from '#modules/sources/core/index.ts';

const bare = (node: unknown): unknown => {
  let inner = node;
  for (let paren = bodyOf(inner, 'paren'); paren; paren = bodyOf(inner, 'paren')) inner = paren.this;
  return inner;
};

/** The parts of a condition that must all hold. */
export function conjuncts(condition: unknown): unknown[] {
  const node = bare(condition);
  const both = bodyOf(node, 'and');
  return both ? [...conjuncts(both.left), ...conjuncts(both.right)] : [node];
}
