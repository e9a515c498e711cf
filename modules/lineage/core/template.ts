/**
 * Texts with Jinja in them (dbt models, tasks of Airflow). Nothing is evaluated: `ref` and `source` with constant names are relations, every
 * branch of an `if` is read, a loop is read once, and all the rest is a placeholder that a steward is told about.
 */

/** Something in a template that only its engine knows. */
export interface Untold {
  readonly text: string;
  readonly line: number;
}
export interface Template {
  /** the text as SQL, once for each set of branches; line by line where the original has its lines */
  readonly variants: readonly string[];
  readonly untold: readonly Untold[];
  /** written for dbt: a file is a model, and its rows are the table of that name */
  readonly isModel: boolean;
}

const TAG = /\{\{-?([\s\S]*?)-?\}\}|\{%-?([\s\S]*?)-?%\}|\{#[\s\S]*?#\}/g;
const PLACEHOLDER = /jinja_(?:setting_)?\d+_/;
/** Values that are given from outside and hold no column. */
const SETTING = /^(?:(?:var|env_var)\s*\(|(?:target|params|ds|ts|run_started_at|invocation_id)\b)/;
/** Whether a placeholder holds a value from outside, which no column flows into. */
export const isSetting = (name: string): boolean => /^jinja_setting_\d+_$/.test(name);
/** Whether a name stands for something that only the template engine knows. */
export const isPlaceholder = (name: string): boolean => PLACEHOLDER.test(name);

/** More sets of branches than this are not read. */
const MAX_VARIANTS = 6;

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly code: string; readonly tag: string; readonly line: number }
  | { readonly kind: 'if'; readonly branches: Branch[]; readonly line: number; readonly gap: string }
  | { readonly kind: 'for'; readonly body: Node[]; readonly tag: string; readonly line: number; readonly gap: string }
  | { readonly kind: 'lost'; readonly tag: string; readonly line: number; readonly gap: string; readonly isReported: boolean };
interface Branch {
  /** null: else */
  readonly condition: string | null;
  readonly body: Node[];
}
interface Part {
  readonly kind: 'text' | 'value' | 'tag' | 'comment';
  readonly text: string;
  readonly code: string;
  readonly line: number;
}

/** Reads a text as a template; null when it has nothing of one. `quote` writes a name that is no plain word. */
export function templateOf(text: string, quote: (name: string) => string): Template | null {
  if (!/\{\{|\{%|\{#/.test(text)) return null;
  const parts = partsOf(text);
  if (parts.every((part) => part.kind === 'text')) return null;
  const { nodes } = nodesOf(parts, 0, []);
  const values = new Map<string, string>();
  const count = Math.min(MAX_VARIANTS, variantsOf(nodes));
  const variants = Array.from({ length: count }, (_, at) => withoutQualifiers(written(nodes, { at, values, quote })));
  return {
    variants: [...new Set(variants)],
    untold: untoldOf(nodes, variants, values),
    isModel: /\{\{-?\s*(?:config|ref|source)\s*\(/.test(text),
  };
}

const lines = (text: string): string => '\n'.repeat(text.split('\n').length - 1);

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let line = 1;
  const push = (part: Omit<Part, 'line'>) => {
    if (part.text === '') return;
    parts.push({ ...part, line });
    line += part.text.split('\n').length - 1;
  };
  for (const match of text.matchAll(TAG)) {
    const [whole, value, tag] = match;
    push({ kind: 'text', text: text.slice(at, match.index), code: '' });
    if (value !== undefined) push({ kind: 'value', text: whole, code: value.trim() });
    else push({ kind: tag === undefined ? 'comment' : 'tag', text: whole, code: (tag ?? '').trim() });
    at = match.index + whole.length;
  }
  push({ kind: 'text', text: text.slice(at), code: '' });
  return parts;
}

const wordOf = (code: string): string => /^[a-z_]+/i.exec(code)?.[0]?.toLowerCase() ?? '';
/** Blocks whose content is no SQL of this text. */
const DEFINITIONS = new Set(['macro', 'test', 'materialization', 'docs', 'call', 'set']);
/** Blocks that only stand around SQL. */
const FRAMES = new Set(['snapshot', 'raw', 'filter', 'block', 'with', 'autoescape']);
const QUIET = new Set(['import', 'from', 'extends', 'docs', 'test', 'set']);

/** Nodes from a position until one of the closing words; `next` is the position of that word. */
function nodesOf(parts: readonly Part[], from: number, closing: readonly string[]): { nodes: Node[]; next: number } {
  const nodes: Node[] = [];
  let at = from;
  while (at < parts.length) {
    const part = parts[at]!;
    const { line, text, code } = part;
    const gap = lines(text);
    if (part.kind !== 'tag') {
      if (part.kind === 'value') nodes.push({ kind: 'value', code, tag: text, line });
      else nodes.push({ kind: 'text', text: part.kind === 'comment' ? ` ${gap}` : text });
      at++;
      continue;
    }
    const word = wordOf(code);
    if (closing.includes(word)) return { nodes, next: at };
    if (word === 'if') {
      const branches: Branch[] = [];
      let condition: string | null = code.slice(2).trim();
      let gone = gap;
      do {
        const inner = nodesOf(parts, at + 1, ['elif', 'else', 'endif']);
        branches.push({ condition, body: inner.nodes });
        at = inner.next;
        const end = parts[at];
        gone += lines(end?.text ?? '');
        condition = wordOf(end?.code ?? 'endif') === 'elif' ? end!.code.slice(4).trim() : null;
      } while (at < parts.length && wordOf(parts[at]!.code) !== 'endif');
      nodes.push({ kind: 'if', branches, line, gap: gone });
      at++;
    } else if (word === 'for') {
      const body = nodesOf(parts, at + 1, ['else', 'endfor']);
      at = body.next;
      let after = '';
      if (wordOf(parts[at]?.code ?? '') === 'else') {
        const end = nodesOf(parts, at + 1, ['endfor']).next;
        after = lines(
          parts
            .slice(at, end)
            .map((each) => each.text)
            .join(''),
        );
        at = end;
      }
      nodes.push({ kind: 'for', body: body.nodes, tag: text, line, gap: gap + after });
      at++;
    } else if (FRAMES.has(word)) {
      const inner = nodesOf(parts, at + 1, [`end${word}`]);
      nodes.push({ kind: 'text', text: ` ${gap}` }, ...inner.nodes);
      at = inner.next + 1;
    } else if (DEFINITIONS.has(word) && !(word === 'set' && code.includes('='))) {
      const end = nodesOf(parts, at + 1, [`end${word}`]).next;
      const inside = parts.slice(at, end + 1).map((each) => each.text);
      nodes.push({ kind: 'lost', tag: text, line, gap: lines(inside.join('')), isReported: word === 'set' || !QUIET.has(word) });
      at = end + 1;
    } else {
      nodes.push({ kind: 'lost', tag: text, line, gap, isReported: !QUIET.has(word) && !word.startsWith('end') });
      at++;
    }
  }
  return { nodes, next: at };
}

/** Within a loop that is read once, the first round is the last one. */
function decided(condition: string | null): boolean | null {
  if (condition === null) return null;
  const plain = condition.replace(/\s+/g, ' ');
  if (/^loop\.(?:first|last)$/.test(plain)) return true;
  return /^not loop\.(?:first|last)$/.test(plain) ? false : null;
}

const alternatives = (branches: readonly Branch[]): number => branches.length + (branches.at(-1)?.condition === null ? 0 : 1);

function variantsOf(nodes: readonly Node[]): number {
  let most = 1;
  for (const node of nodes) {
    if (node.kind === 'for') most = Math.max(most, variantsOf(node.body));
    if (node.kind !== 'if') continue;
    if (decided(node.branches[0]?.condition ?? null) === null) most = Math.max(most, alternatives(node.branches));
    for (const { body } of node.branches) most = Math.max(most, variantsOf(body));
  }
  return most;
}

interface Writing {
  /** which set of branches, from 0 */
  readonly at: number;
  /** placeholders by the code that they stand for */
  readonly values: Map<string, string>;
  readonly quote: (name: string) => string;
}

const written = (nodes: readonly Node[], writing: Writing): string => nodes.map((node) => one(node, writing)).join('');

function one(node: Node, writing: Writing): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'value':
      return valueOf(node.code, writing) + lines(node.tag);
    case 'lost':
      return ` ${node.gap}`;
    case 'for':
      return ` ${written(node.body, writing)}${node.gap} `;
    case 'if': {
      const fixed = decided(node.branches[0]?.condition ?? null);
      const chosen = fixed === null ? Math.min(writing.at, alternatives(node.branches) - 1) : fixed ? 0 : 1;
      const bodies = node.branches.map(({ body }, at) => (at === chosen ? written(body, writing) : lines(written(body, writing))));
      return ` ${bodies.join('')}${node.gap} `;
    }
  }
}

const REF = /^ref\(\s*(['"])([^'"]+)\1\s*(?:,\s*(['"])([^'"]+)\3\s*)?(?:,\s*(?:v|version)\s*=\s*['"]?([\w.]+)['"]?\s*)?\)$/;
const SOURCE = /^source\(\s*(['"])([^'"]+)\1\s*,\s*(['"])([^'"]+)\3\s*\)$/;
const QUIET_VALUE = /^(?:config\s*\(|$)|\bloop\.(?:first|last)\b/;

function relationOf(code: string, quote: Writing['quote']): string | null {
  const plain = (name: string) => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : quote(name));
  const ref = REF.exec(code);
  if (ref) return plain(`${ref[4] ?? ref[2]}${ref[5] === undefined ? '' : `_v${ref[5]}`}`);
  const source = SOURCE.exec(code);
  return source ? `${plain(source[2]!)}.${plain(source[4]!)}` : null;
}

function valueOf(code: string, { values, quote }: Writing): string {
  const relation = relationOf(code, quote);
  if (relation !== null) return relation;
  if (QUIET_VALUE.test(code)) return ' ';
  const literal = /^(['"])([^'"\\]*)\1$/.exec(code);
  if (literal) return literal[2]!;
  const known = values.get(code) ?? `jinja_${SETTING.test(code) ? 'setting_' : ''}${values.size + 1}_`;
  values.set(code, known);
  return known;
}

/** `{{ target.schema }}.orders`: which schema is not known, the table is. */
const withoutQualifiers = (text: string): string => text.replace(/(?<![\w.])(?:jinja_(?:setting_)?\d+_\s*\.\s*)+(?=["`\p{L}_])/gu, '');

/** What a steward is told: tags that decide about SQL, and values outside of strings. */
function untoldOf(nodes: readonly Node[], variants: readonly string[], values: ReadonlyMap<string, string>): Untold[] {
  const told: Untold[] = [];
  const bare = variants.map((text) => text.replace(/'(?:[^']|'')*'/g, "''")).join('\n');
  const report = (tag: string, line: number) => {
    const text = tag.replace(/\s+/g, ' ').slice(0, 300);
    if (!told.some((other) => other.text === text)) told.push({ text, line });
  };
  const blank = (body: readonly Node[]): boolean =>
    body.every((node) => (node.kind === 'text' ? node.text.trim() === '' : node.kind === 'lost' && !node.isReported));
  const visit = (list: readonly Node[]) => {
    for (const node of list) {
      if (node.kind === 'lost' && node.isReported) report(node.tag, node.line);
      if (node.kind === 'value') {
        const placeholder = values.get(node.code);
        // a qualifier that was left out is no longer in the text, but it was never known either
        if (placeholder !== undefined && (bare.includes(placeholder) || !variants.some((text) => text.includes(placeholder))))
          report(node.tag, node.line);
      }
      if (node.kind === 'for') {
        if (!blank(node.body)) report(node.tag, node.line);
        visit(node.body);
      }
      if (node.kind === 'if') {
        const [first] = node.branches;
        if (decided(first?.condition ?? null) === null && !node.branches.every(({ body }) => blank(body)))
          report(`{% if ${first?.condition ?? ''} %}`, node.line);
        for (const { body } of node.branches) visit(body);
      }
    }
  };
  visit(nodes);
  return told;
}
