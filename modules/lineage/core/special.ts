import { piece } from './body.ts';
import { readStatement } from './grammar.ts';
import { query } from './query.ts';
import { Scope } from './scope.ts';
import type { Reader } from './script.ts';
import { closing, nameEnd, spoken, type Token, tokensOf } from './tokens.ts';

/** First words of statements that no grammar reads as they are meant. */
export const SPECIAL = new Set(['rename', 'unload', 'declare', 'create', 'insert', 'set', 'open', 'fetch']);

/** Reads such a statement from its words; false when it is an ordinary one after all. */
export function special(text: string, reader: Reader): boolean {
  const tokens = tokensOf(text, reader.dialect);
  switch (tokens[0]?.text) {
    case 'rename':
      return rename(tokens, reader);
    case 'unload':
      return unload(text, tokens, reader);
    case 'declare':
    case 'set':
    case 'open':
    case 'fetch':
      return declaration(text, tokens, reader);
    case 'create':
      return wholeTable(text, reader);
    case 'insert':
      return wholeTable(text, reader) || executed(tokens, reader);
    default:
      return false;
  }
}

/** RENAME TABLE a TO b, c TO d */
function rename(tokens: readonly Token[], reader: Reader): boolean {
  for (let at = 1; at < tokens.length; at++) {
    if (tokens[at]!.text !== 'to' || !tokens[at + 1]) continue;
    let from = at - 1;
    while (tokens[from - 1]?.text === '.') from -= 2;
    reader.session.renames.push({
      from: spoken(tokens, from, at - 1),
      to: spoken(tokens, at + 1, nameEnd(tokens, at + 1)),
      statement: reader.session.statement,
    });
  }
  reader.next();
  return true;
}

/** UNLOAD (SELECT …) TO 's3://…' */
function unload(text: string, tokens: readonly Token[], reader: Reader): boolean {
  if (tokens[1]?.text !== '(') return false;
  const close = closing(tokens, 1);
  const given = tokens[2];
  const inner =
    given?.kind === 'string'
      ? given.text.replace(/^\$\w*\$|\$\w*\$$|^'|'$/g, '').replaceAll("''", "'")
      : text.slice(tokens[1].end, tokens[close]!.start);
  const tree = readStatement(inner, reader.dialect, reader.parser)?.trees[0];
  if (!tree) return false;
  const path = tokens[close + 2];
  query(tree, new Scope(reader.session, null));
  if (path?.kind === 'string') reader.session.note(`path:${path.text.slice(1, -1).toLowerCase()}`, 'write');
  reader.session.closeStatement();
  reader.next();
  return true;
}

/** DECLARE of table variables, cursors and temporary tables; SET and FETCH of variables outside of routines. */
function declaration(text: string, tokens: readonly Token[], reader: Reader): boolean {
  if (tokens[1]?.text === 'global' && tokens[2]?.text === 'temporary') return reader.single(`CREATE ${text.slice(tokens[2].start)}`);
  const variable =
    tokens[1]?.text.startsWith('@') === true ||
    tokens.some((token, at) => at < 4 && token.text === 'cursor') ||
    tokens[0]?.text === 'fetch';
  if (!variable) return false;
  piece(text, tokens, reader);
  reader.next();
  return true;
}

/** `AS TABLE s` reads like a query of a table called "table". */
function wholeTable(text: string, reader: Reader): boolean {
  const made = text.replace(/(\bas|\binto\s+[\w."`]+)\s+table\s+(?=[\w."`]+\s*;?\s*(?:with\s+(?:no\s+)?data\s*)?$)/i, '$1 SELECT * FROM ');
  return made !== text && reader.single(made);
}

/** INSERT INTO t EXEC p: what a procedure answers is not known. */
function executed(tokens: readonly Token[], reader: Reader): boolean {
  const call = tokens.findIndex((token) => token.depth === 0 && (token.text === 'exec' || token.text === 'execute'));
  const name = tokens[1]?.text === 'into' ? 2 : 1;
  if (call < 0 || !tokens[name]) return false;
  reader.session.note(spoken(tokens, name, nameEnd(tokens, name)), 'write');
  reader.next();
  return true;
}
