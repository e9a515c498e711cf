import type { Ctx } from '#kit/server/ctx.ts';

const DIGITS = 3;
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });

/** The next free number: the day and a count, `20260827001`. Two at the same moment are told apart by the index, and one tries again. */
export async function nextServiceNo(ctx: Ctx): Promise<string> {
  const day = DAY.format(ctx.now).replaceAll('-', '');
  const last = await ctx.db
    .selectFrom('marketServiceIntegration')
    .select('serviceNo')
    .where('serviceNo', 'like', `${day}%`)
    .orderBy((e) => e.fn('length', ['serviceNo']), 'desc')
    .orderBy('serviceNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = last ? Number(last.serviceNo.slice(day.length)) + 1 : 1;
  return `${day}${String(count).padStart(DIGITS, '0')}`;
}
