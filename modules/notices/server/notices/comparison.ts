import * as z from 'zod';
import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import { comparedField } from '#kit/server/flow-comparison.ts';
import { targetsOf } from '../audience.ts';

const SCOPES: Readonly<Record<string, string>> = { '1': '全部人员', '2': '指定部门', '3': '指定角色', '4': '指定人员' };

/** A notice as whoever decides about it reads it; null when it is gone. */
export async function readNotice(db: Db, id: string) {
  const row = await db
    .selectFrom('sysNotice')
    .select(['id', 'title', 'publishScope', 'withBelow', 'mustRead', 'publishTime', 'expireTime', 'contentText', 'content', 'attachments'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { targetNames } = await targetsOf(db, row);
  return {
    title: row.title,
    audience: [SCOPES[row.publishScope] ?? row.publishScope, ...targetNames].join('、'),
    mustRead: row.mustRead === '1' ? '是' : '否',
    publishTime: row.publishTime?.toISOString() ?? null,
    expireTime: row.expireTime?.toISOString() ?? null,
    text: row.contentText,
    document: row.content,
    attachments: row.attachments,
  };
}

const text = z.string().nullable();
/** What readers saw last, as it is kept with the notice. */
const Published = z.object({ title: text, audience: text, mustRead: text, expireTime: text, text });
const LABELS = { title: '标题', audience: '发布范围', mustRead: '必读', expireTime: '过期时间', text: '正文' } as const;

/** Keeps what readers see from now on. */
export async function keepPublished(db: Db, id: string): Promise<void> {
  const read = await readNotice(db, id);
  if (read)
    await db
      .updateTable('sysNotice')
      .set({ lastPublished: JSON.stringify(Published.parse(read)) })
      .where('id', '=', id)
      .execute();
}

const moment = (time: string | null): string | null =>
  time === null ? '长期有效' : new Date(time).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 16);

/** A notice that is published again beside what readers saw last; null when nobody has seen it yet. */
export async function compareNotice(db: Db, id: string): Promise<FlowComparison | null> {
  const { lastPublished } = (await db.selectFrom('sysNotice').select('lastPublished').where('id', '=', id).executeTakeFirst()) ?? {};
  const before = Published.safeParse(lastPublished).data;
  const after = before && Published.safeParse(await readNotice(db, id)).data;
  if (!before || !after) return null;
  const shown = (of: typeof before, name: keyof typeof LABELS) => (name === 'expireTime' ? moment(of[name]) : of[name]);
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  return {
    against: '上次发布的公告',
    fields: names.map((name) => comparedField({ name, label: LABELS[name], before: shown(before, name), after: shown(after, name) })),
    tables: [],
  };
}
