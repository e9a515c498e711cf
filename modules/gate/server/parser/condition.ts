import type { CatalogTable, Dialect } from '#modules/sources/core/index.ts';
import { textToParse } from '../../core/sql/check.ts';
import { checkCondition, conditionText, type Condition } from '../../core/sql/condition.ts';
import { lex } from '../../core/sql/lex.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import type { SqlParser } from './parser.ts';

/** Reads a row filter that a steward wrote for a table. Throws Refusal or LexError; positions are those of the filter. */
export async function readCondition(parser: SqlParser, text: string, table: CatalogTable, dialect: Dialect): Promise<Condition> {
  const given = conditionText(text, table, dialect);
  const [statement] = lex(given.query, dialect);
  if (!statement) throw new Refusal('请填写行过滤条件');
  return checkCondition(given, await parser.parse(textToParse(statement, dialect), dialect.name), table, dialect);
}
