import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { areaTree } from '#modules/projects/server/index.ts';
import {
  addressKey,
  assertPassword,
  assertPicture,
  enforceRate,
  knownBrowser,
  reserveAll,
  settle,
  take,
  type Limit,
  type RateLimit,
} from '#modules/system/server/index.ts';
import { linked } from '../../contract/link.ts';
import { FILLER, type FormSchema } from '../../contract/schema.ts';
import { placed, rightsOf } from '../../core/index.ts';
import { submitFilling } from '../approval.ts';
import { choicesOf } from '../choices.ts';
import { filled, NOBODY } from '../filled.ts';
import { dayOf } from '../load.ts';
import { keepFiles } from '../rewrite.ts';
import { addRecord, newHead } from '../store.ts';
import { guarded, isFull, makeTicket, openLink, rowOfTicket, tokenHash, type LinkRow, type OpenLink } from './link.ts';
import { assertUploaded, linkFiles, settleUploads } from './uploads.ts';
import { countVisit } from './visits.ts';

const HOUR = 3_600_000;
/** Openings a minute: a whole office, or the people in one hall, come from one address. */
const openLimit = (from: string): Limit => ({ key: `fillOpen:${from}`, most: 120, windowMs: 60_000 });
const PACES = {
  choices: { kind: 'fillChoices', most: 600 },
  submit: { kind: 'fillSubmit', most: 120 },
  areas: { kind: 'fillAreas', most: 120 },
} as const satisfies Record<string, RateLimit>;

/** Records that one address may still send. */
function addressLimits(ctx: Ctx, { id, hourLimit, dayLimit }: LinkRow): Limit[] {
  const set = [
    { span: 'Hour', word: '每小时', most: hourLimit, windowMs: HOUR },
    { span: 'Day', word: '每天', most: dayLimit, windowMs: 24 * HOUR },
  ].flatMap(({ most, ...one }) => (most === null ? [] : [{ ...one, most }]));
  const refusal = `同一网络经该链接${set.map(({ word, most }) => `${word}最多${most}份`).join('、')}`;
  return set.map(({ span, most, windowMs }) => ({ key: `fill${span}:${id}:${addressKey(ctx.ip)}`, most, windowMs, refusal }));
}

/** The form for strangers: of its approval only what they may do with the fields. */
function publicSchema(schema: FormSchema): FormSchema {
  const { approval, ...settings } = schema.settings;
  if (!approval) return schema;
  const rights = approval.rights[FILLER];
  return { ...schema, settings: { ...settings, approval: { processKey: '', rights: rights ? { [FILLER]: rights } : {} } } };
}

/** Stores what a stranger has filled in: checked as any record, looked up with the rights of the owner, in whose name it is approved. */
async function store(ctx: Ctx, { row, form, formName, schema, own }: OpenLink, body: { values: unknown; once: string }): Promise<void> {
  const { values, files, fileReferences } = await filled(own, form.id, schema, body.values, {
    rights: rightsOf(schema, null),
    person: NOBODY,
  });
  await assertUploaded(ctx, { linkId: row.id, once: body.once }, fileReferences);
  const head = { ...newHead(own, form, schema, null), linkId: row.id, linkKey: body.once };
  await addRecord(own, head, schema, values);
  await keepFiles(own, head, files, { unowned: files });
  await settleUploads(ctx, { linkId: row.id, once: body.once }, { recordId: head.id, files });
  await ctx.db
    .updateTable('fillingLink')
    .set((e) => ({ recordCount: e('recordCount', '+', 1), lastTime: ctx.now }))
    .where('id', '=', row.id)
    .execute();
  if (schema.settings.approval) await submitFilling(own, form.formCode, head.id);
  ctx.audit.note(`填报“${formName}”：公开链接 ${row.linkName} …${row.tokenHint}`);
}

/** Counts what a limit refused, and refuses it. */
async function refused(ctx: Ctx, row: LinkRow, error: unknown): Promise<never> {
  if (error instanceof AppError && error.key === 'throttle.exceeded') await countVisit(ctx, row.id, 'refusedCount');
  throw error;
}
/** As `openLink`; whom a full link turns away is counted. */
async function openCounted(ctx: Ctx, row: LinkRow | undefined): Promise<OpenLink> {
  if (row && row.deletedAt === null && isFull(row)) await countVisit(ctx, row.id, 'refusedCount');
  return openLink(ctx, row);
}

/** Calls whose picture was answered: a picture is used up by it, and a call may start over. */
const solved = new WeakSet<Ctx['request']>();

async function submit(ctx: Ctx, { body }: { body: z.output<(typeof linked)['submit']['body']> }): Promise<{ isApproved: boolean }> {
  enforceRate(PACES.submit, addressKey(ctx.ip), ctx.now);
  // whoever sends the same filling twice at once waits here for the first one
  const row = await rowOfTicket(ctx, { isLocked: true });
  const earlier = await ctx.db
    .selectFrom('fillingRecord')
    .select('flowStatus')
    .where('linkId', '=', row.id)
    .where('linkKey', '=', body.once)
    .executeTakeFirst();
  if (earlier) return { isApproved: earlier.flowStatus !== null };
  const opened = await openCounted(ctx, row);
  if (row.hasCaptcha === '1' && !solved.has(ctx.request)) {
    await assertPicture(ctx.app, { uuid: body.uuid ?? null, code: body.code ?? null });
    solved.add(ctx.request);
  }
  const limits = addressLimits(ctx, row);
  await reserveAll(ctx.app, limits).catch((error: unknown) => refused(ctx, row, error));
  let isStored = false;
  try {
    await store(ctx, opened, body);
    isStored = true;
    ctx.afterCommit(() => countVisit(ctx, row.id, 'submitCount'));
  } finally {
    // what is stored counts, what was refused does not
    for (const limit of limits) await settle(ctx.app, limit, isStored ? 'failure' : 'success');
  }
  return { isApproved: opened.schema.settings.approval !== undefined };
}

/** The public side of links: a ticket fills in one form, and reads nothing of what others have filled in. */
export const linkedRoutes = implement(linked, {
  async open(ctx, { body }) {
    const row = await ctx.db.selectFrom('fillingLink').selectAll().where('tokenHash', '=', tokenHash(body.token)).executeTakeFirst();
    await take(ctx.app, openLimit((row && knownBrowser(ctx, guarded(row))) ?? addressKey(ctx.ip)));
    const { row: link, form, formName, schema } = await openCounted(ctx, row);
    await assertPassword(ctx, guarded(link), body.password);
    await countVisit(ctx, link.id, 'viewCount');
    return {
      linkId: link.id,
      formName,
      remark: form.remark,
      versionNo: form.versionNo,
      schema: publicSchema(schema),
      today: dayOf(ctx.now),
      hasCaptcha: link.hasCaptcha === '1' && ctx.app.settings.captcha !== 'off',
      ticket: makeTicket(ctx, link),
    };
  },
  async choices(ctx, { params, query }) {
    enforceRate(PACES.choices, addressKey(ctx.ip), ctx.now);
    const { own, schema } = await openLink(ctx, await rowOfTicket(ctx));
    return choicesOf(own, schema, params.fieldId, query);
  },
  async areas(ctx) {
    enforceRate(PACES.areas, addressKey(ctx.ip), ctx.now);
    const { schema } = await openLink(ctx, await rowOfTicket(ctx));
    if (!placed(schema.layout).some(({ field }) => field.type === 'area')) throw new AppError('entity.notFound', '表单没有省市区字段');
    return areaTree(ctx);
  },
  ...linkFiles,
  submit,
});
