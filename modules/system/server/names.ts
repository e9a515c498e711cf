import type { Db } from '#kit/server/ctx.ts';

type Names = Promise<ReadonlyMap<string, string>>;

/** Names of all accounts by id, also of those that are gone: records keep naming them. Of two with one name each says its 用户名. */
export async function accountNames(db: Db): Names {
  const rows = await db.selectFrom('sysUser').select(['id', 'nickname', 'username']).execute();
  const counts = new Map<string, number>();
  for (const { nickname } of rows) counts.set(nickname, (counts.get(nickname) ?? 0) + 1);
  return new Map(rows.map(({ id, nickname, username }) => [id, counts.get(nickname) === 1 ? nickname : `${nickname}（${username}）`]));
}

/** Names of all departments by id, also of those that are gone. */
export async function deptNames(db: Db): Names {
  const rows = await db.selectFrom('sysDept').select(['id', 'deptName']).execute();
  return new Map(rows.map(({ id, deptName }) => [id, deptName]));
}

/** Names of all posts by id, also of those that are gone. */
export async function postNames(db: Db): Names {
  const rows = await db.selectFrom('sysPost').select(['id', 'postName']).execute();
  return new Map(rows.map(({ id, postName }) => [id, postName]));
}
