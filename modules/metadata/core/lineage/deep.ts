import type { Parse, Parser } from './grammar.ts';
import { tokensOf } from './tokens.ts';
import { as, child, isTree, list, nameOf, type Tree } from './tree.ts';

/** Sub-queries nested deeper than this are parsed apart when the parser refuses the whole. */
const LEVELS = 7;
/** Rounds of cutting: LEVELS × ROUNDS nested sub-queries can be read. */
const ROUNDS = 24;
const STAND_IN = 'lineage_graft_';

/**
 * Parses a text beyond the depth that the parser allows: sub-queries below a certain level are replaced by stand-ins, parsed apart,
 * and their trees grafted back.
 */
export function parseDeep(text: string, grammar: string, parser: Parser, round = 0): Parse {
  const parsed = parser.parse(text, grammar);
  if (parsed.ok || !/DEPTH|recursion|too deep/i.test(parsed.error) || round > ROUNDS || parser.isLate()) return parsed;
  const cuts = deepQueries(text, grammar);
  if (!cuts.length) return parsed;
  let outer = '';
  let at = 0;
  const inner: Tree[] = [];
  for (const [start, end] of cuts) {
    const part = parseDeep(text.slice(start, end), grammar, parser, round + 1);
    const [tree] = part.ok ? part.trees : [];
    if (!tree) return part;
    outer += `${text.slice(at, start)}SELECT ${STAND_IN}${round}_${inner.length}`;
    inner.push(tree);
    at = end;
  }
  const whole = parseDeep(outer + text.slice(at), grammar, parser, round + 1);
  return whole.ok ? { ok: true, trees: whole.trees.map((tree) => graft(tree, `${STAND_IN}${round}_`, inner) as Tree) } : whole;
}

/** Ranges of the sub-queries at the level where the text is cut, outermost only. */
function deepQueries(text: string, grammar: string): [number, number][] {
  const tokens = tokensOf(text, grammar);
  const open: { at: number; isQuery: boolean }[] = [];
  const cuts: [number, number][] = [];
  let level = 0;
  let from = -1;
  for (let i = 0; i < tokens.length; i++) {
    const { text: sign, end } = tokens[i]!;
    if (sign === '(') {
      const isQuery = ['select', 'with'].includes(tokens[i + 1]?.text ?? '');
      open.push({ at: end, isQuery });
      if (isQuery && ++level === LEVELS && from < 0) from = open.length;
    } else if (sign === ')') {
      const closed = open.pop();
      if (!closed?.isQuery) continue;
      level--;
      if (from === open.length + 1) {
        cuts.push([closed.at, tokens[i]!.start]);
        from = -1;
      }
    }
  }
  return cuts;
}

function graft(value: unknown, prefix: string, inner: readonly Tree[]): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => graft(item, prefix, inner));
  if (!isTree(value)) return value;
  const select = as(value, 'select');
  const items = select ? list(select, 'expressions') : [];
  const name = items.length === 1 && !child(select, 'from') ? (nameOf(as(items[0]!, 'column')) ?? '') : '';
  if (name.startsWith(prefix)) return inner[Number(name.slice(prefix.length))] ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'span' ? item : graft(item, prefix, inner)]));
}
