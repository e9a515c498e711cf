import { sql } from 'kysely';
import { contains } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/ctx.ts';

/** Which names are wanted: those of some ids, those that read exactly so, or those with a text in them. */
export type NameSearch = { readonly ids: readonly string[] } | { readonly names: readonly string[] } | { readonly like: string };
type Names = Promise<ReadonlyMap<string, string>>;

/** So many names have a text in them at most: the condition that is made of them stays one that a source takes. */
const MOST = 1000;

/** Of a name with what tells it apart from an equal one, 张三（zhangsan）, the name alone. */
const withoutUsername = (name: string): string => /^(.+)（[^（）]*）$/.exec(name)?.[1] ?? name;

/** Whether the text that a row says is one that is searched for. */
function isAsked(search: NameSearch): (name: string) => boolean {
  if ('ids' in search) return () => true;
  if ('names' in search) return (name) => search.names.includes(name);
  return (name) => name.toLowerCase().includes(search.like.toLowerCase());
}

const found = (rows: readonly { id: string; name: string }[], search: NameSearch): ReadonlyMap<string, string> => {
  const isWanted = isAsked(search);
  return new Map(rows.filter(({ name }) => isWanted(name)).map(({ id, name }) => [id, name]));
};

/** The condition on a column of names; what it lets through is held against the whole name once more. */
function matching(column: string, search: NameSearch) {
  if ('ids' in search) return sql<boolean>`id = any(${[...search.ids]}::text[])`;
  if ('names' in search) return sql<boolean>`${sql.ref(column)} = any(${[...search.names, ...search.names.map(withoutUsername)]}::text[])`;
  return sql<boolean>`${sql.ref(column)} ilike ${contains(search.like)}`;
}

/** Names of accounts by id, also of those that are gone: records keep naming them. Of two with one name each says its 用户名. */
export async function accountNames(db: Db, search: NameSearch): Names {
  const rows = await db
    .selectFrom('sysUser')
    .select(['id', 'nickname', 'username'])
    .where((eb) => ('like' in search ? eb.or([matching('nickname', search), matching('username', search)]) : matching('nickname', search)))
    .orderBy('id')
    .limit('like' in search ? MOST : null)
    .execute();
  if (rows.length === 0) return new Map();
  const equal = await db
    .selectFrom('sysUser')
    .select('nickname')
    .where(sql<boolean>`nickname = any(${[...new Set(rows.map(({ nickname }) => nickname))]}::text[])`)
    .groupBy('nickname')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  const shared = new Set(equal.map(({ nickname }) => nickname));
  return found(
    rows.map(({ id, nickname, username }) => ({ id, name: shared.has(nickname) ? `${nickname}（${username}）` : nickname })),
    search,
  );
}

/** Names of departments by id, also of those that are gone. */
export async function deptNames(db: Db, search: NameSearch): Names {
  const rows = await db.selectFrom('sysDept').select(['id', 'deptName as name']).where(matching('deptName', search)).execute();
  return found(rows, search);
}

/** Names of posts by id, also of those that are gone. */
export async function postNames(db: Db, search: NameSearch): Names {
  const rows = await db.selectFrom('sysPost').select(['id', 'postName as name']).where(matching('postName', search)).execute();
  return found(rows, search);
}
