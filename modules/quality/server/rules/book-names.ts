import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import type { LookUp } from '../../core/index.ts';
import { checkRules } from './queries.ts';
import { readingCtx } from './reading.ts';

/*
 * Names of the workbook of rules: ids of what a cell names, and names of what a rule stores. What the caller does not see is told like what is not there.
 */

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** Where the rule of a row stands. */
export interface Place {
  readonly sourceId: string;
  readonly tableId: string;
  readonly columnId: string | null;
}

/** Ids by names, each looked up once for a file. */
export class BookNames {
  readonly #ctx: Ctx;
  readonly #known = new Map<string, Promise<string>>();

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }
  #once(key: string, look: () => Promise<string>): Promise<string> {
    const found = this.#known.get(key) ?? look();
    this.#known.set(key, found);
    return found;
  }

  source(name: string): Promise<string> {
    return this.#once(`source ${name}`, async () => {
      const found = await this.#ctx.db
        .selectFrom('metadataSource')
        .select('id')
        .where('sourceName', '=', name)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      if (!found) throw wrong('source', `数据源“${name}”不存在或没有查看权限`);
      return found.id;
    });
  }

  /** A table of a source by `模式.表`, or by its name where only one table has it. */
  table(sourceId: string, schema: string | null, name: string, path = 'table'): Promise<string> {
    return this.#once(`table ${sourceId} ${schema ?? ''} ${name}`, async () => {
      let tables = this.#ctx.db
        .selectFrom('metadataTable')
        .select(['metadataTable.id', 'schemaName', 'tableName'])
        .where('metadataTable.sourceId', '=', sourceId)
        .where('metadataTable.deletedAt', 'is', null)
        .where(ofVisibleTable(readingCtx(this.#ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }));
      tables =
        schema === null
          ? tables.where((e) => e.or([e('tableName', '=', name), sql<boolean>`schema_name || '.' || table_name = ${name}`]))
          : tables.where('schemaName', '=', schema).where('tableName', '=', name);
      const [found, second] = await tables.limit(2).execute();
      if (!found) throw wrong(path, `数据表“${schema === null ? name : `${schema}.${name}`}”不存在或没有查看权限`);
      if (second) throw wrong(path, `有几张表叫“${name}”，请写明模式`);
      return found.id;
    });
  }

  column(tableId: string, name: string, path = 'column'): Promise<string> {
    return this.#once(`column ${tableId} ${name}`, async () => {
      const found = await this.#ctx.db
        .selectFrom('metadataColumn')
        .select('id')
        .where('tableId', '=', tableId)
        .where('columnName', '=', name)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      if (!found) throw wrong(path, `数据表没有字段“${name}”`);
      return found.id;
    });
  }

  #codeSet(code: string): Promise<string> {
    return this.#once(`set ${code}`, async () => {
      const found = await this.#ctx.db
        .selectFrom('standardType')
        .select('id')
        .where((e) => e.or([e('gbTypeCode', '=', code), e('gbTypeName', '=', code)]))
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .executeTakeFirst();
      if (!found) throw wrong('config', `标准字典“${code}”不存在`);
      return found.id;
    });
  }
  async #contrast(columnId: string | null, code: string): Promise<string> {
    const found = await this.#ctx.db
      .selectFrom('standardContrast')
      .select('id')
      .where('columnId', '=', columnId ?? '')
      .where('gbTypeId', '=', await this.#codeSet(code))
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found) throw wrong('config', `字段没有到“${code}”的字典对照`);
    return found.id;
  }
  async #rule(name: string): Promise<string> {
    const found = await checkRules(this.#ctx).select('rule.id').where('rule.ruleName', '=', name).executeTakeFirst();
    if (!found) throw wrong('config', `引用的规则“${name}”不存在或没有查看权限`);
    return found.id;
  }

  /** What the parameters of a row name; the other table is known once it was looked up. */
  forRow(place: Place): LookUp {
    let related: string | null = null;
    return async ({ control, label }, name) => {
      switch (control) {
        case 'table': {
          const at = name.lastIndexOf('/');
          const sourceId = at < 0 ? place.sourceId : await this.source(name.slice(0, at).trim());
          related = await this.table(sourceId, null, name.slice(at + 1).trim(), 'config');
          return related;
        }
        case 'column':
        case 'columns':
          return this.column(place.tableId, name, 'config');
        case 'relatedColumn':
        case 'relatedColumns':
          if (related === null) throw wrong('config', `写“${label}”之前请先写对方的表`);
          return this.column(related, name, 'config');
        case 'codeSet':
          return this.#codeSet(name);
        case 'contrast':
          return this.#contrast(place.columnId, name);
        case 'rules':
          return this.#rule(name);
        default:
          return name;
      }
    };
  }
}

/** Names of columns, tables (`数据源/模式.表`), code sets, mappings and rules by their ids. */
export async function namesOfIds(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const some = ['', ...new Set(ids)];
  const [columns, tables, types, contrasts, rules] = await Promise.all([
    db.selectFrom('metadataColumn').select(['id', 'columnName as name']).where('id', 'in', some).execute(),
    db
      .selectFrom('metadataTable')
      .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
      .select(['metadataTable.id', 'sourceName', 'schemaName', 'tableName'])
      .where('metadataTable.id', 'in', some)
      .execute(),
    db.selectFrom('standardType').select(['id', 'gbTypeCode as name']).where('id', 'in', some).execute(),
    db
      .selectFrom('standardContrast')
      .innerJoin('standardType', 'standardType.id', 'standardContrast.gbTypeId')
      .select(['standardContrast.id', 'gbTypeCode as name'])
      .where('standardContrast.id', 'in', some)
      .execute(),
    db.selectFrom('qualityCheckRule').select(['id', 'ruleName as name']).where('id', 'in', some).execute(),
  ]);
  const named = tables.map(({ id, sourceName, schemaName, tableName }) => {
    const table = [schemaName, tableName].filter(Boolean).join('.');
    return { id, name: `${sourceName}/${table}` };
  });
  return new Map([...columns, ...named, ...types, ...contrasts, ...rules].map(({ id, name }) => [id, name]));
}
