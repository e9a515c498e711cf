import type { Db } from '#kit/server/ctx.ts';
import { authorize } from '#modules/gate/contract/authorize.ts';
import { domain, governance, tag } from '#modules/catalogue/contract/governance.ts';
import { savedQuery } from '#modules/console/contract/saved-query.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import { grantsOf } from './governance-grants.ts';
import { QUERIES } from './governance-queries.ts';
import * as words from './governance-words.ts';
import { columnsOf, type Work } from './governance-work.ts';

const ANALYST = 'analyst';

/** Two levels of domains, and the tags. */
export async function makeWords({ app, signal, steward, idOf }: Work): Promise<void> {
  const [domains, tags] = await Promise.all([
    app.db.selectFrom('metadataDomain').select(['id', 'domainCode']).execute(),
    app.db.selectFrom('metadataTag').select('tagName').execute(),
  ]);
  const made = new Map(domains.map((row) => [row.domainCode, row.id]));
  const tagged = new Set(tags.map((row) => row.tagName));
  await callsAs(app, steward, signal, async (call) => {
    const make = async ([domainCode, domainName, owner, remark]: words.DomainWords, parentId: string | null, sort: number) => {
      if (made.has(domainCode)) return;
      const body = { parentId, domainName, domainCode, ownerId: idOf(owner), sort, remark };
      made.set(domainCode, (await call(domain.create, { body })).id);
    };
    for (const [i, [code, name, owner, remark, below]] of words.DOMAINS.entries()) {
      await make([code, name, owner, remark], null, (i + 1) * 10);
      for (const [j, one] of below.entries()) await make(one, made.get(code)!, (j + 1) * 10);
    }
    const wanted = [...words.TAGS.map(([name, color, remark]) => [name, color, remark] as const), words.KEY_FIGURE];
    for (const [tagName, tagColor, remark] of wanted)
      if (!tagged.has(tagName)) await call(tag.create, { body: { tagName, tagColor, remark } });
  });
}

const namesOf = async <T extends 'metadataDomain' | 'metadataTag'>(db: Db, table: T): Promise<Map<string, string>> => {
  const name = table === 'metadataDomain' ? 'domainCode' : 'tagName';
  const rows = await db
    .selectFrom(table as 'metadataTag')
    .select(['id', `${name as 'tagName'} as name`])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
};

const DOMAIN_OF = new Map(
  Object.entries(words.TABLES).flatMap(([code, tables]) => tables.split(' ').map((table) => [table, code] as const)),
);
const OWNER_OF = new Map(words.DOMAINS.flatMap(([, , , , below]) => below.map(([code, , owner]) => [code, owner] as const)));

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null | undefined): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}

/** Domain, layer, owner, name, description and tags of the tables that nobody has maintained yet. */
export async function governTables({ app, signal, steward, sourceId, idOf }: Work): Promise<void> {
  const tables = await app.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'tableComment'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .where('updateBy', 'is', null)
    .orderBy('id')
    .execute();
  if (tables.length === 0) return;
  const [domains, tags] = await Promise.all([namesOf(app.db, 'metadataDomain'), namesOf(app.db, 'metadataTag')]);
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  await callsAs(app, steward, signal, async (call, db) => {
    const say = (some: readonly { id: string }[], set: object) => call(governance.tables, { body: { ids: idsOf(some), set } });
    // by owner at once: everybody is told once, not table by table
    const owned = tables.filter(({ tableName }) => !words.WITHOUT_OWNER.has(tableName));
    for (const [owner, some] of groupBy(owned, ({ tableName }) => OWNER_OF.get(DOMAIN_OF.get(tableName) ?? ''))) {
      const ownerId = idOf(owner);
      if (ownerId) await say(some, { ownerId });
    }
    for (const [code, some] of groupBy(tables, ({ tableName }) => DOMAIN_OF.get(tableName))) {
      const domainId = domains.get(code);
      if (domainId) await say(some, { domainId });
    }
    for (const [tier, some] of groupBy(tables, ({ schemaName, tableName }) => (tableName.startsWith('dim_') ? 'dim' : schemaName)))
      if (/^(ods|dwd|dws|ads|dim)$/.test(tier)) await say(some, { tier });
    for (const [name, , , pattern] of words.TAGS) {
      const tagId = tags.get(name);
      const some = tables.filter(({ tableName }) => pattern.test(tableName));
      if (tagId && some.length > 0) await say(some, { addTagIds: [tagId] });
    }
    const versions = await db.selectFrom('metadataTable').select(['id', 'version']).where('id', 'in', idsOf(tables)).execute();
    const versionOf = new Map(versions.map((row) => [row.id, row.version]));
    for (const { id, tableName, tableComment } of tables) {
      const description = words.DESCRIPTIONS[tableName];
      const body = { cnName: words.nameFrom(tableComment), ...(description ? { description } : {}), version: versionOf.get(id) };
      await call(governance.table, { params: { id }, body });
    }
  });
}

/** Descriptions and the tag of the columns that figures of the company come from. */
export async function governColumns({ app, signal, steward, sourceId }: Work): Promise<void> {
  const rows = await columnsOf(app.db, sourceId).where('metadataColumn.updateBy', 'is', null).execute();
  const columns = rows.map((row) => ({ ...row, name: `${row.tableName}.${row.columnName}` }));
  const tagId = (await namesOf(app.db, 'metadataTag')).get(words.KEY_FIGURE[0]);
  const key = columns.filter(({ name }) => words.KEY_FIGURE[3].test(name));
  await callsAs(app, steward, signal, async (call) => {
    for (const { id, name, version } of columns) {
      const description = words.COLUMN_DESCRIPTIONS[name];
      if (description) await call(governance.column, { params: { id }, body: { description, version } });
    }
    if (tagId && key.length > 0) await call(governance.columns, { body: { ids: key.map(({ id }) => id), set: { addTagIds: [tagId] } } });
  });
}

/** Grants that show what grants can say; one that is there already, or was revoked, is left alone. */
export async function grant({ app, signal, chief, sourceId, idOf }: Work): Promise<void> {
  const [tables, columns, there] = await Promise.all([
    app.db
      .selectFrom('metadataTable')
      .select(['id', 'schemaName', 'tableName'])
      .where('sourceId', '=', sourceId)
      .where('deletedAt', 'is', null)
      .execute(),
    columnsOf(app.db, sourceId).execute(),
    app.db.selectFrom('metadataAuthorize').select(['subjectId', 'objectId']).where('sourceId', '=', sourceId).execute(),
  ]);
  const ids = new Map<string, string>([
    ...tables.map((row) => [`${row.schemaName}.${row.tableName}`, row.id] as const),
    ...columns.map((row) => [`${row.schemaName}.${row.tableName}.${row.columnName}`, row.id] as const),
  ]);
  const done = new Set(there.map((row) => `${row.subjectId} ${row.objectId}`));
  const wanted = grantsOf(app.now()).flatMap(({ subject, object, ...rest }) => {
    const subjectId = rest.subjectType === 'user' ? idOf(subject) : subject;
    const objectId = rest.objectType === 'schema' ? `${sourceId}.${object}` : ids.get(object);
    return subjectId && objectId && !done.has(`${subjectId} ${objectId}`) ? [{ ...rest, subjectId, objectId }] : [];
  });
  await callsAs(app, chief, signal, async (call) => {
    for (const body of wanted) await call(authorize.create, { body });
  });
}

/** Queries of the analyst for everybody. */
export async function saveQueries({ app, signal, sourceId }: Work): Promise<void> {
  const analyst = await accountOf(app, ANALYST);
  if (!analyst) return;
  const there = await app.db.selectFrom('metadataSavedQuery').select('queryName').where('createBy', '=', analyst.id).execute();
  const names = new Set(there.map((row) => row.queryName));
  await callsAs(app, analyst, signal, async (call) => {
    for (const { name, folder, sql, params = [] } of QUERIES)
      if (!names.has(name))
        await call(savedQuery.create, { body: { queryName: name, folder, sourceId, sqlText: sql, params, shareKind: 'all' } });
  });
}
