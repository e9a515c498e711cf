import type * as z from 'zod';
import type { Db } from '#kit/server/ctx.ts';
import type { ApiRow } from '../../contract/api.ts';
import type { SquareOutput } from '../../contract/square.ts';
import { levelsOf } from '../apis/levels.ts';
import { outputNames } from '../subscriptions/row-rights.ts';

type Api = z.output<typeof ApiRow>;

/** What an answer of an API holds, with the level of each column and the form in which it comes. */
export async function outputsOfApi(db: Db, api: Api): Promise<z.input<typeof SquareOutput>[]> {
  const levels = await levelsOf(db, api.executeConfig);
  const fields = new Map(api.executeConfig.fieldParams.map((field) => [field.columnName, field]));
  const described = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one]));
  return outputNames(api).map(({ name, column, comment }) => {
    const known = column === null ? undefined : levels.get(column);
    const field = column === null ? undefined : fields.get(column);
    return {
      name,
      comment: comment ?? field?.columnComment ?? known?.cnName ?? null,
      dataType: described.get(name)?.dataType ?? field?.dataType ?? null,
      exampleValue: described.get(name)?.exampleValue ?? null,
      level: known?.level ?? null,
      mask: known?.mask ?? null,
    };
  });
}
