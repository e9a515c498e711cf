import type { ConfigSeed } from '#kit/server/module.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { readConfig } from '#modules/system/server/index.ts';
import { synonymGroups } from '../../core/search/synonyms.ts';

export const SYNONYMS = 'metadata.search.synonyms';

export const synonymConfig: ConfigSeed = {
  key: SYNONYMS,
  name: '数据检索同义词',
  value: '',
  type: 'text',
  group: '数据源与检索',
  remark: '一组同义词用等号连接，组之间用分号分隔，例如：客户=顾客=customer；余额=结余',
};

/** Words that mean the same, from the settings. */
export const synonymsOf = async (ctx: Ctx): Promise<ReadonlyMap<string, readonly string[]>> =>
  synonymGroups((await readConfig(ctx.app.db, SYNONYMS)) ?? '');
