import type { Ctx } from '#kit/server/ctx.ts';
import { areaNames } from '#modules/projects/server/index.ts';
import type { Options, Question } from './question.ts';

/** What stands between the names of an area and those it lies in. */
const BETWEEN = ' / ';

/** Areas in use, told with what they lie in: 西湖区 alone may be in 杭州市 or in 南昌市. A workbook may also name them alone. */
export async function areaOptions(
  ctx: Ctx,
  { values, names }: Pick<Question, 'values' | 'names'>,
  { text, most }: { text: string | null; most: number },
): Promise<Options> {
  let rows = ctx.db.selectFrom('sysArea').select(['areaCode', 'areaName']).where('status', '=', '1');
  if (values) rows = rows.where('areaCode', 'in', values);
  if (text) rows = rows.where('areaName', 'ilike', text);
  if (names)
    rows = rows.where(
      'areaName',
      'in',
      names.map((name) => name.split(BETWEEN).at(-1)!.trim()),
    );
  const found = await rows.orderBy('areaCode').limit(most).execute();
  const whole = await areaNames(
    ctx.db,
    found.map(({ areaCode }) => areaCode),
  );
  const known = new Set(names);
  return found.flatMap(({ areaCode: value, areaName }) => {
    const label = whole.get(value) || areaName;
    return names
      ? [...new Set([label, areaName])].filter((name) => known.has(name)).map((name) => ({ value, label: name }))
      : [{ value, label }];
  });
}
