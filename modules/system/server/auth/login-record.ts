import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { deviceOf } from './device.ts';

export interface LoginEvent {
  readonly event: 'login' | 'logout' | 'kick' | 'unlock' | 'reset';
  readonly result: '0' | '1';
  readonly reason: string | null;
  readonly user: { id: string; username: string; deptId: string | null } | null;
  /** the name as typed when there is no such account */
  readonly typedName?: string;
}

/** Writes one row of the login log; answers its id. */
export async function writeLoginLog(db: Db, ctx: Pick<Ctx, 'ip' | 'userAgent' | 'now'> & { app: App }, event: LoginEvent): Promise<string> {
  const id = ctx.app.ids.next();
  const { browser, os, device } = deviceOf(ctx.userAgent);
  await db
    .insertInto('sysLoginLog')
    .values({
      id,
      event: event.event,
      result: event.result,
      reason: event.reason,
      userId: event.user?.id ?? null,
      userName: event.user?.username ?? event.typedName?.slice(0, 50) ?? null,
      deptId: event.user?.deptId ?? null,
      opIp: ctx.ip,
      opBrowser: browser,
      opOs: os,
      opDevice: device,
      opDate: ctx.now,
    })
    .execute();
  return id;
}
