import type { Token } from './tokens.ts';

/** Words that begin a statement which reads or writes tables. */
export const HEADS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'merge',
  'with',
  'replace',
  'create',
  'truncate',
  'drop',
  'alter',
  'from',
  'copy',
  'upsert',
]);
const ROUTINES = new Set(['procedure', 'proc', 'function', 'trigger', 'package', 'event', 'task', 'type']);
/** The word after END that belongs to it. */
const ENDED = new Set(['if', 'loop', 'while', 'repeat', 'for', 'case']);

/** Whether tokens begin a routine, or a block with statements inside. */
export function isRoutine(tokens: readonly Token[], from = 0): boolean {
  const first = tokens[from]?.text;
  if (first === 'create' || first === 'alter') {
    for (let at = from + 1; at < Math.min(from + 14, tokens.length); at++) {
      const { text } = tokens[at]!;
      if (ROUTINES.has(text))
        return !(
          text === 'function' &&
          /^["']/.test(tokens[at + 3]?.text ?? '') &&
          !/select|insert|begin/i.test(tokens[at + 3]?.text ?? '')
        );
      if (['table', 'view', 'index', 'as', 'select', 'schema', 'database', 'materialized'].includes(text)) return false;
    }
    return false;
  }
  if (first === 'declare')
    return (
      tokens[from + 1]?.text !== 'global' &&
      tokens[from + 1]?.text.startsWith('@') !== true &&
      tokens.some((token) => token.text === 'begin')
    );
  if (first === 'begin') return !['transaction', 'tran', 'work', ';', undefined, 'distributed'].includes(tokens[from + 1]?.text);
  // label: BEGIN …
  if (tokens[from + 1]?.text === ':' && ['begin', 'loop', 'while', 'repeat'].includes(tokens[from + 2]?.text ?? '')) return true;
  return first === 'do' || first === 'if' || first === 'while' || first === '<';
}

/** Statements of a script, each as a range of tokens. Routines and blocks stay whole. */
export function splitScript(tokens: readonly Token[], dialect: string): [number, number][] {
  const parts: [number, number][] = [];
  let start = 0;
  let nested = isRoutine(tokens, 0) && isPackage(tokens, 0) ? 1 : 0;
  let begun = false;
  let routine = isRoutine(tokens, 0);
  const cut = (end: number, next: number) => {
    if (end > start) parts.push([start, end]);
    start = next;
    nested = 0;
    begun = false;
    routine = isRoutine(tokens, start);
    nested = routine && isPackage(tokens, start) ? 1 : 0;
  };
  for (let at = 0; at < tokens.length; at++) {
    const { text, kind } = tokens[at]!;
    if (kind === 'word' && text === 'go' && isAlone(tokens, at)) {
      cut(at, at + 1);
      continue;
    }
    if (text === '/' && isAlone(tokens, at) && tokens[at - 1]?.text === ';') {
      cut(at, at + 1);
      continue;
    }
    if (routine && kind === 'word') {
      if (text === 'begin' || text === 'case') {
        nested++;
        begun ||= text === 'begin';
      } else if (text === 'end') {
        if (ENDED.has(tokens[at + 1]?.text ?? '') && tokens[at + 1]!.text !== 'case') at++;
        else {
          nested = Math.max(0, nested - 1);
          if (tokens[at + 1]?.text === 'case') at++;
        }
      }
    }
    if (tokens[at]?.text !== ';' || nested > 0) continue;
    if (routine && waits(tokens, at, { begun, start, dialect })) continue;
    cut(at, at + 1);
  }
  cut(tokens.length, tokens.length);
  return parts;
}

/** A package has an END of its own without a BEGIN. */
const isPackage = (tokens: readonly Token[], from: number): boolean =>
  tokens.slice(from, from + 6).some((token) => token.text === 'package');

/** Whether a routine goes on after a semicolon: a batch of T-SQL, or declarations before BEGIN. */
function waits(
  tokens: readonly Token[],
  at: number,
  { begun, start, dialect }: { begun: boolean; start: number; dialect: string },
): boolean {
  const first = tokens[start]?.text;
  if (dialect === 'tsql' || dialect === 'fabric') return first === 'create' || first === 'alter';
  if (begun || tokens.slice(start, at).some((token) => token.kind === 'string' && token.text.startsWith('$'))) return false;
  for (let next = at + 1; next < tokens.length; next++) {
    const { text } = tokens[next]!;
    if (text === 'begin') return true;
    if (text === 'create' && isRoutine(tokens, next)) return false;
  }
  return false;
}

/** A token between two others that stand far away: GO and / on a line of their own. */
const isAlone = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at]!;
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  return (
    (!before || before.end < token.start) &&
    (!after || after.start > token.end) &&
    (!before || before.text === ';' || before.end + 1 <= token.start) &&
    !['.', ',', '(', '='].includes(after?.text ?? '') &&
    !['.', ',', '(', '=', 'as'].includes(before?.text ?? '')
  );
};

const JOINED = new Set([
  'union',
  'all',
  'except',
  'intersect',
  'minus',
  '(',
  'as',
  'exists',
  'distinct',
  'then',
  'else',
  'in',
  'any',
  'some',
  'for',
  'by',
  'is',
]);
const STOPS = new Set([
  'declare',
  'exec',
  'execute',
  'if',
  'while',
  'print',
  'return',
  'begin',
  'end',
  'else',
  'open',
  'fetch',
  'close',
  'deallocate',
  'commit',
  'rollback',
  'use',
  'raiserror',
  'throw',
  'try',
  'catch',
]);

/** Cuts statements that no semicolon divides (T-SQL): where a new one must begin. */
export function cutUnseparated(tokens: readonly Token[], [from, to]: readonly [number, number]): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  let lead = '';
  let body = false;
  let caseDepth = 0;
  for (let at = from; at < to; at++) {
    const { text, kind, depth } = tokens[at]!;
    if (kind !== 'word' || depth > (tokens[from]?.depth ?? 0)) continue;
    if (text === 'case') caseDepth++;
    else if (text === 'end' && caseDepth > 0) {
      caseDepth--;
      continue;
    }
    if (caseDepth > 0) continue;
    const before = tokens[at - 1]?.text ?? '';
    if (at > start && begins({ text, before, lead, body, next: tokens[at + 1]?.text ?? '', afterNext: tokens[at + 2]?.text ?? '' })) {
      parts.push([start, at]);
      start = at;
      lead = '';
      body = false;
    }
    if (at === start) lead = text;
    else if (lead === 'with' && ['insert', 'update', 'delete', 'merge', 'select'].includes(text)) {
      lead = text;
      body = text === 'select';
    } else if (text === 'select' || text === 'values' || text === 'exec' || (text === 'set' && lead === 'update')) body = true;
  }
  if (to > start) parts.push([start, to]);
  return parts;
}

interface Here {
  readonly text: string;
  readonly before: string;
  readonly next: string;
  readonly afterNext: string;
  /** the word that the statement at hand begins with */
  readonly lead: string;
  /** its query, values or assignments have been seen */
  readonly body: boolean;
}

function begins({ text, before, next, afterNext, lead, body }: Here): boolean {
  if (['begin', 'end', 'else', 'try', 'catch', 'if', 'while'].includes(lead)) return HEADS.has(text) || STOPS.has(text) || text === 'set';
  if (text === 'with') return afterNext === 'as' && body && before !== ';' && before !== 'as';
  if (STOPS.has(text))
    return (
      !(text === 'exec' && lead === 'insert') &&
      !(text === 'if' && ['drop', 'create', 'table', 'view', 'procedure'].includes(before)) &&
      !(text === 'execute' && before === 'with') &&
      text !== 'use'
    );
  if (text === 'set')
    return lead !== 'update' && lead !== 'merge' && !['for', 'on', 'null', 'default', 'delete', 'update'].includes(before)
      ? true
      : lead === 'update' && body && next !== 'null';
  if (!HEADS.has(text) || text === 'from' || text === 'replace') return false;
  if (JOINED.has(before)) return false;
  if (text === 'insert' || text === 'delete' || text === 'merge')
    return lead !== 'merge' && lead !== 'with' && !['after', 'instead', 'of', 'on', ','].includes(before);
  if (text === 'update') return lead !== 'merge' && lead !== 'with' && !['after', 'of', 'on', ','].includes(before) && next !== '(';
  if (text === 'select') return lead === 'insert' || lead === 'create' ? body : lead !== 'with' && lead !== 'merge';
  return ['create', 'drop', 'alter', 'truncate'].includes(text) && ['table', 'view', 'index', 'procedure'].includes(next);
}
