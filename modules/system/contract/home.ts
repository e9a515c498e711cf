import * as z from 'zod';
import { Time } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';

/** One permitted area of the directory; `value` is null when the area has no figure to show. */
export const HomeArea = z.object({
  path: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
  note: z.string().nullable(),
});
/** 最近访问, kept by the browser under the preference `home.recent`. */
export const RecentPage = z.object({ path: z.string().max(500), title: z.string().max(100) });

/** Something that waits for the caller. */
export const Todo = z.object({
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
  time: Time.nullable(),
  due: Time.nullable(),
  urgent: z.boolean(),
});
export type Todo = z.output<typeof Todo>;

export const SearchHit = z.object({ kind: z.string(), title: z.string(), detail: z.string(), path: z.string() });

export const home = defineContract({
  home: route.get('/system/home', {
    summary: '首页目录与实时数字',
    isPassive: true,
    access: signedIn,
    reply: z.object({
      areas: z.array(HomeArea),
      /** the platform's own calls, one entry for each of the last 24 hours; none for those who do not look after it */
      calls: z.array(z.object({ hour: Time, count: z.number().int(), failures: z.number().int() })),
      online: z.number().int().nullable(),
      recent: z.array(RecentPage),
      /** at most 20 of a kind, most pressing first */
      todos: z.array(Todo),
    }),
  }),
  todos: route.get('/system/todos', {
    summary: '我的待办',
    isPassive: true,
    access: signedIn,
    reply: z.array(Todo),
  }),
  todoCounts: route.get('/system/todos/counts', {
    summary: '我的待办数量',
    isPassive: true,
    access: signedIn,
    /** kinds without anything to do are left out; counting ends at 1,000 */
    reply: z.object({
      total: z.number().int(),
      kinds: z.array(z.object({ kind: z.string(), label: z.string(), verb: z.string(), count: z.number().int() })),
    }),
  }),
  palette: route.get('/system/palette', {
    summary: '全局搜索',
    access: signedIn,
    query: z.object({ keyword: z.string().trim().min(1, '请输入关键字').max(50) }),
    reply: z.array(SearchHit),
  }),
});
