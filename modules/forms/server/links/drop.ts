import type { Db } from '#kit/server/ctx.ts';

/** Removes the links of a form that is removed for good, with what is known of their visits and uploads. */
export async function dropLinksOf(db: Db, formId: string): Promise<void> {
  const ids = db.selectFrom('fillingLink').select('id').where('formId', '=', formId);
  await db.deleteFrom('fillingLinkUpload').where('linkId', 'in', ids).execute();
  await db.deleteFrom('fillingLinkDay').where('linkId', 'in', ids).execute();
  await db.deleteFrom('fillingLink').where('formId', '=', formId).execute();
}
