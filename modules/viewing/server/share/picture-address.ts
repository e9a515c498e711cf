import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openShare, type OpenShare, type ShareRow } from './ticket.ts';

const SECONDS = 300;
const PURPOSE = 'visual-share-picture';

/** One picture of one link until one moment; a changed password ends the addresses that were given before. */
const signed = (row: ShareRow, fileName: string, ends: string): string =>
  JSON.stringify([row.id, row.tokenHash, row.passwordHash, fileName, ends]);

/** Address of a picture for `<img>`, which cannot send the ticket. It says which link it is of, and nothing of the account behind it. */
export function pictureAddress(ctx: Ctx, row: ShareRow, fileName: string): string {
  const ends = String(Math.floor(ctx.now.getTime() / 1000) + SECONDS);
  const query = new URLSearchParams({ l: row.id, e: ends, s: ctx.app.secrets.sign(signed(row, fileName, ends), PURPOSE) });
  return `/sjzt-datax/data/visual/share/pictures/${fileName}?${query.toString()}`;
}

/** The link that the address of a picture was given for, as it stands now. Throws share.closed for every other address. */
export async function shareOfPicture(ctx: Ctx, fileName: string, { l, e, s }: { l: string; e: string; s: string }): Promise<OpenShare> {
  const isCurrent = /^\d{9,11}$/.test(e) && Number(e) * 1000 > ctx.now.getTime();
  const row =
    isCurrent && /^[0-9a-z_]{1,32}$/.test(l)
      ? await ctx.db.selectFrom('visualShare').selectAll().where('id', '=', l).executeTakeFirst()
      : undefined;
  if (!row || !ctx.app.secrets.verify(signed(row, fileName, e), PURPOSE, s)) throw new AppError('share.closed');
  return openShare(ctx, row, false);
}
