import type * as z from 'zod';
import { describeMask } from '#kit/core/mask/describe.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { ApiRow } from '../../contract/api.ts';
import type { SquareOutput } from '../../contract/square.ts';
import { levelsOf, weightOf } from '../apis/levels.ts';
import { GONE, libraryRules, StoredRule } from '../masks/library.ts';
import { outputNames } from '../subscriptions/row-rights.ts';

type Api = z.output<typeof ApiRow>;
/** A mask of which only the column behind the output is known to have it. */
const BY_LEVEL = '按数据分级脱敏';

/** How the masks of an API show its outputs, by name in small letters: they are stricter than those of classes. */
async function ownMasks(db: Db, apiId: string): Promise<ReadonlyMap<string, string>> {
  const row = await db
    .selectFrom('marketApiMask')
    .select('rules')
    .where('apiId', '=', apiId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return new Map();
  const library = await libraryRules(db);
  const masks = StoredRule.array().parse(row.rules);
  return new Map(
    masks.map(({ fieldName, maskRuleId }) => [fieldName.toLowerCase(), describeMask(library.get(maskRuleId)?.mask ?? GONE)] as const),
  );
}

/** What an answer of an API holds, with the level of each column and the form in which it comes. */
export async function outputsOfApi(db: Db, api: Api): Promise<z.input<typeof SquareOutput>[]> {
  const [levels, own] = await Promise.all([levelsOf(db, api.executeConfig), ownMasks(db, api.id)]);
  const isTable = api.executeConfig.configType === '1';
  const outputs = outputNames(api);
  // what is behind a script or a data set is known by its lineage
  const behind = isTable
    ? []
    : (
        await weightOf(
          db,
          api,
          outputs.map(({ name, column }) => column ?? name),
        )
      ).masked;
  const fields = new Map(api.executeConfig.fieldParams.map((field) => [field.columnName, field]));
  const described = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one]));
  return outputs.map(({ name, column, comment }) => {
    const known = column === null ? undefined : levels.get(column);
    const field = column === null ? undefined : fields.get(column);
    return {
      name,
      comment: comment ?? field?.columnComment ?? known?.cnName ?? null,
      dataType: described.get(name)?.dataType ?? field?.dataType ?? known?.dataType ?? null,
      exampleValue: described.get(name)?.exampleValue ?? null,
      level: known?.level ?? null,
      mask: own.get(name.toLowerCase()) ?? known?.mask ?? (behind.includes(column ?? name) ? BY_LEVEL : null),
    };
  });
}
