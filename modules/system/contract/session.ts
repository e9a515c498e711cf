import * as z from 'zod';
import { Id, secret } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';

/** A node of the menu tree as the router wants it. */
export interface RouteNode {
  path: string;
  /** `Layout`, `ScreenLayout`, a page key, or null for a folder inside a layout */
  component: string | null;
  name: string;
  redirect?: string | undefined;
  hidden: boolean;
  meta: { title: string; icon?: string | null | undefined; perms?: string | null | undefined };
  children?: RouteNode[] | undefined;
}
const RouteNode: z.ZodType<RouteNode> = z.object({
  path: z.string(),
  component: z.string().nullable(),
  name: z.string(),
  redirect: z.string().optional(),
  hidden: z.boolean(),
  meta: z.object({ title: z.string(), icon: z.string().nullish(), perms: z.string().nullish() }),
  get children() {
    return z.array(RouteNode).optional();
  },
});

/** The signed-in person. */
export const SessionUser = z.object({
  id: Id,
  username: z.string(),
  nickname: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  dept: z.string().nullable(),
  deptName: z.string().nullable(),
  roles: z.array(z.string()),
  roleNames: z.array(z.string()),
  posts: z.array(z.string()),
  postNames: z.array(z.string()),
  mustChangePassword: z.boolean(),
});
export type SessionUser = z.output<typeof SessionUser>;

/** 锁屏密码 */
export const LockPassword = z
  .string({ error: '锁屏密码长度要大于4位，由数字和字母组成' })
  .max(64, '锁屏密码过长')
  .regex(/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{4,}$/, '锁屏密码长度要大于4位，由数字和字母组成');

const LockBody = z.object({
  /** plain, or sealed like the sign-in password when `uuid` is given */
  password: secret(z.string({ error: '请输入锁屏密码' }).min(1, '请输入锁屏密码').max(2000)),
  uuid: z.string().min(1).max(64).nullish(),
});

export const session = defineContract({
  route: route.get('/system/users/route', {
    summary: '当前用户的信息、权限与菜单',
    access: signedIn,
    aliases: ['/system/users/info'],
    reply: z.object({
      user: SessionUser.nullable(),
      perms: z.array(z.string()),
      routes: z.array(RouteNode),
      lock: z.enum(['locked', 'unlocked']),
    }),
  }),
  // Both without `audit`: a used ticket and a counted failure must stay, so nothing may be rolled back. The handlers write the logs.
  lock: route.post('/system/lock', {
    summary: '锁定屏幕',
    access: signedIn,
    body: LockBody,
    reply: z.object({ lock: z.literal('locked') }),
  }),
  unlock: route.post('/system/unlock', {
    summary: '解锁屏幕',
    access: signedIn,
    body: LockBody,
    reply: z.object({ lock: z.literal('unlocked') }),
  }),
});
