import type { Parse, Parser } from './grammar.ts';
import { closing, type Token, tokensOf } from './tokens.ts';
import { as, child, isTree, list, nameOf, type Tree } from './tree.ts';

/** Parts nested deeper than this are parsed apart when the parser refuses the whole. */
const LEVELS = 6;
/** Rounds of cutting: LEVELS × ROUNDS nested parts can be read. */
const ROUNDS = 24;
/** Members of a chain of set operations that are read at once. */
const CHAIN = 100;
/** Texts with more signs than this are too long to be cut in time. */
const MAX_TOKENS = 12_000;
const STAND_IN = 'lineage_graft_';

interface Cut {
  readonly start: number;
  readonly end: number;
  /** a sub-query, or an expression */
  readonly isQuery: boolean;
}

/**
 * Parses a text beyond the depth that the parser allows: what lies below a certain level is replaced by stand-ins, parsed apart, and
 * its trees are grafted back.
 */
export function parseDeep(text: string, grammar: string, parser: Parser, round = 0): Parse {
  const parsed = parser.parse(text, grammar);
  if (parsed.ok || !/DEPTH|recursion|too deep/i.test(parsed.error) || round > ROUNDS || parser.isLate()) return parsed;
  const tokens = tokensOf(text, grammar);
  if (tokens.length > MAX_TOKENS) return parsed;
  const chain = chainCut(tokens);
  const cuts = chain ? [chain] : deepParts(tokens);
  if (!cuts.length) return parsed;
  let outer = '';
  let at = 0;
  const inner: Tree[] = [];
  for (const { start, end, isQuery } of cuts) {
    const part = parseDeep(`${isQuery ? '' : 'SELECT '}${text.slice(start, end)}`, grammar, parser, round + 1);
    const tree = part.ok ? (isQuery ? part.trees[0] : list(as(part.trees[0] ?? {}, 'select'), 'expressions')[0]) : undefined;
    if (!tree) return part.ok ? parsed : part;
    outer += `${text.slice(at, start)}${isQuery ? 'SELECT ' : ''}${STAND_IN}${round}_${inner.length}`;
    inner.push(tree);
    at = end;
  }
  const whole = parseDeep(outer + text.slice(at), grammar, parser, round + 1);
  return whole.ok ? { ok: true, trees: whole.trees.map((tree) => graft(tree, `${STAND_IN}${round}_`, inner) as Tree) } : whole;
}

/** Everything after the first members of a long UNION. */
function chainCut(tokens: readonly Token[]): Cut | null {
  const joints = tokens.flatMap((token, at) =>
    token.depth === 0 && ['union', 'intersect', 'except', 'minus'].includes(token.text) ? [at] : [],
  );
  const joint = joints[CHAIN];
  const end = tokens.at(-1);
  if (joint === undefined || !end) return null;
  const first = tokens[joint + (['all', 'distinct'].includes(tokens[joint + 1]?.text ?? '') ? 2 : 1)];
  return first ? { start: first.start, end: end.text === ';' ? end.start : end.end, isQuery: true } : null;
}

/** Words before a parenthesis that are no functions. */
const NO_CALL = new Set(
  'and or not in exists any all some on using values over as by when then else select from where join set partition filter within group with between like is having case distinct table lateral into'.split(
    ' ',
  ),
);

/** Sub-queries, CASE expressions, calls and parentheses at the level where the text is cut, outermost only. */
function deepParts(tokens: readonly Token[]): Cut[] {
  const cuts: Cut[] = [];
  const open: { start: number; isQuery: boolean; counts: boolean }[] = [];
  let level = 0;
  let cutAt = -1;
  const enter = (start: number, isQuery: boolean, counts: boolean) => {
    open.push({ start, isQuery, counts });
    if (counts && ++level === LEVELS && cutAt < 0) cutAt = open.length;
  };
  const leave = (end: number, endOfQuery: number) => {
    const closed = open.pop();
    if (!closed) return;
    if (closed.counts) level--;
    if (cutAt !== open.length + 1) return;
    cuts.push({ start: closed.start, end: closed.isQuery ? endOfQuery : end, isQuery: closed.isQuery });
    cutAt = -1;
  };
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const next = tokens[at + 1]?.text ?? '';
    if (token.text === 'case' && before?.text !== 'end') enter(token.start, false, true);
    else if (token.text === 'end' && open.length && tokens[at - 1]) leave(token.end, token.end);
    else if (token.text === '(') {
      const isQuery = next === 'select' || next === 'with';
      const isCall = !isQuery && before?.kind === 'word' && !NO_CALL.has(before.text) && tokens[at - 2]?.text !== '.';
      const isGroup = !isQuery && !isCall && !isList(tokens, at);
      enter(isQuery ? token.end : isCall && before ? before.start : token.start, isQuery, isQuery || isCall || isGroup);
    } else if (token.text === ')') leave(token.end, token.start);
  });
  return cuts;
}

/** (a, b): no expression by itself. */
function isList(tokens: readonly Token[], at: number): boolean {
  const depth = tokens[at]!.depth + 1;
  const end = closing(tokens, at);
  for (let i = at + 1; i < end; i++) if (tokens[i]!.text === ',' && tokens[i]!.depth === depth) return true;
  return false;
}

/** The name of a stand-in, '' for other nodes. */
function placeholderFor(node: Tree): string {
  const select = as(node, 'select');
  const items = select ? list(select, 'expressions') : [];
  const only = select ? (items.length === 1 && !child(select, 'from') ? items[0] : undefined) : node;
  return nameOf(as(only ?? {}, 'column')) ?? '';
}

function graft(value: unknown, prefix: string, inner: readonly Tree[]): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((item) => graft(item, prefix, inner));
  if (!isTree(value)) return value;
  const name = placeholderFor(value);
  if (name.startsWith(prefix)) {
    const made = inner[Number(name.slice(prefix.length))];
    // the stand-in of an expression may be all that a SELECT projects
    if (made && (as(value, 'column') || isRows(made))) return made;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'span' ? item : graft(item, prefix, inner)]));
}

const isRows = (tree: Tree): boolean =>
  ['select', 'union', 'intersect', 'except', 'subquery', 'values', 'with'].some((kind) => isTree(tree[kind]));
