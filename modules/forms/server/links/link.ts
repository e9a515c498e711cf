import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { loadAccount, type GuardedLink } from '#modules/system/server/index.ts';
import { FILL_TICKET } from '../../contract/link.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { versionOf } from '../load.ts';
import { unfitFields, refusalFor } from './fit.ts';
import { strangersCtx } from './strangers.ts';

export type LinkRow = Selectable<Tables['fillingLink']>;

/** Tokens are kept as their digest: who reads the table cannot open a link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const isFull = ({ maxRecords, recordCount }: Pick<LinkRow, 'maxRecords' | 'recordCount'>): boolean =>
  maxRecords !== null && recordCount >= maxRecords;
/** Why a link takes nothing, null when it does. */
export function refusalOf(row: Pick<LinkRow, 'status' | 'expireTime' | 'maxRecords' | 'recordCount'>, now: Date): string | null {
  if (row.status !== '1') return '已禁用';
  if (row.expireTime && row.expireTime <= now) return '已过期';
  return isFull(row) ? '已收满' : null;
}

/** A link as the guard of its password sees it. */
export const guarded = ({ id, tokenHash: hash, passwordHash }: LinkRow): GuardedLink => ({
  kind: 'fillLink',
  id,
  tokenHash: hash,
  passwordHash,
});

/** How long a ticket is good, and what was uploaded with it waits for its submission. */
export const TICKET_SECONDS = 12 * 3600;
const PURPOSE = 'filling-link-ticket';
/** One sentence for every link that cannot be opened: it tells nobody which ones there are. */
const closed = (): AppError => new AppError('share.closed', '填报链接不存在、已失效或已被撤销');
/** The signature covers token and password: a changed password ends the tickets that were given for the old one. */
const signed = (row: LinkRow, ends: number): string => `${row.id}.${ends}.${row.tokenHash}.${row.passwordHash ?? ''}`;

export function makeTicket(ctx: Ctx, row: LinkRow): string {
  const ends = Math.floor(ctx.now.getTime() / 1000) + TICKET_SECONDS;
  return `${row.id}.${ends}.${ctx.app.secrets.sign(signed(row, ends), PURPOSE)}`;
}

/** An opened link: its form, and the context of its owner, in which options are looked up and records submitted. */
export interface OpenLink {
  readonly row: LinkRow;
  readonly form: { readonly id: string; readonly formCode: string; readonly versionNo: number; readonly remark: string | null };
  readonly formName: string;
  readonly schema: FormSchema;
  readonly own: Ctx;
}

/**
 * The form behind a link. Throws share.closed when the link is revoked, expired or full, its form is not published or cannot be filled in by
 * strangers any more, or its owner is gone or may no longer publish forms. Whoever holds the token learns which limit it was.
 */
export async function openLink(ctx: Ctx, row: LinkRow | undefined): Promise<OpenLink> {
  if (!row || row.deletedAt !== null) throw closed();
  const refusal = refusalOf(row, ctx.now);
  if (refusal !== null) throw new AppError('share.closed', `填报链接${refusal}`);
  const owner = await loadAccount(ctx.db, row.ownerId);
  if (!owner || !holds(owner, 'filling:form:publish')) throw closed();
  const form = await ctx.db
    .selectFrom('fillingForm')
    .select(['id', 'formCode', 'versionNo', 'remark'])
    .where('id', '=', row.formId)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .executeTakeFirst();
  if (!form?.versionNo) throw new AppError('share.closed', '表单已停止填报');
  const { formName, schema } = await versionOf(ctx.db, form.id, form.versionNo);
  if (refusalFor(await unfitFields(ctx.db, schema)) !== null) throw new AppError('share.closed', '表单暂不支持公开填报，请联系发布人');
  const detached = strangersCtx(ctx, owner);
  // what the submission of a record wants done afterwards
  if (ctx.route.audit !== undefined)
    ctx.afterCommit(async () => {
      for (const work of detached.afterCommit) await work();
    });
  return { row, form: { ...form, versionNo: form.versionNo }, formName, schema, own: detached.ctx };
}

/** The row of the link that a ticket was given for. Throws share.closed for a wrong, old or outlived ticket. */
export async function rowOfTicket(
  ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'request'>,
  options: { isLocked?: boolean } = {},
): Promise<LinkRow> {
  const given = ctx.request.headers[FILL_TICKET];
  const [, id, until, signature] =
    /^([0-9a-z_]{1,32})\.(\d{9,11})\.([A-Za-z0-9_-]{20,100})$/.exec(typeof given === 'string' ? given : '') ?? [];
  if (!id || !until || !signature || Number(until) * 1000 <= ctx.now.getTime()) throw closed();
  let query = ctx.db.selectFrom('fillingLink').selectAll().where('id', '=', id);
  if (options.isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row || !ctx.app.secrets.verify(signed(row, Number(until)), PURPOSE, signature)) throw closed();
  return row;
}
