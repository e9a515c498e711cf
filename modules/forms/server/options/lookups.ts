import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SEES_SOURCES, visibleSources } from '#modules/sources/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { ChoiceSource } from '../../core/index.ts';
import { apiOptions } from './api-options.ts';
import { areaOptions } from './area-options.ts';
import { formOptions } from './form-options.ts';
import { MAX_VALUES, SHOWN, type Options, type Question } from './question.ts';
import { setOptions } from './set-options.ts';

/** People by their name or their account: two of one name are told apart by it. */
async function byAccount(ctx: Ctx, names: readonly string[]): Promise<Options> {
  const rows = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'nickname', 'username'])
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('nickname', 'in', names), e('username', 'in', names)]))
    .orderBy('id')
    .limit(2 * MAX_VALUES)
    .execute();
  const known = new Set(names);
  return rows.flatMap(({ id, nickname, username }) =>
    [...new Set([nickname, username])].filter((name) => known.has(name)).map((name) => ({ value: id, label: name })),
  );
}

/** Options of a source as the caller may see them: by a word, or the ones whose values are named. Null = no right on the source. */
export async function optionsOf(ctx: Ctx, source: ChoiceSource, question: Question): Promise<Options> {
  const { values, names } = question;
  if (values?.length === 0 || names?.length === 0) return [];
  const word = question.keyword?.trim() ?? '';
  const text = word === '' ? null : contains(word);
  const most = values || names ? MAX_VALUES : SHOWN;
  switch (source.from) {
    case 'dataset':
      return setOptions(ctx, source, question);
    case 'api':
      return apiOptions(ctx, source, question);
    case 'form':
      return formOptions(ctx, source, question);
    case 'dict': {
      const items = (await dictItems(ctx.db, source.dictType)).map((item) => ({ value: item.itemText, label: item.itemValue }));
      return items.filter(({ value, label }) => (values ? values.includes(value) : names ? names.includes(label) : label.includes(word)));
    }
    case 'user': {
      let rows = ctx.db.selectFrom('sysUser').select(['id as value', 'nickname as label']).where('deletedAt', 'is', null);
      rows = values ? rows.where('id', 'in', values) : rows.where('status', '=', '1');
      if (text) rows = rows.where('nickname', 'ilike', text);
      if (names) return byAccount(ctx, names);
      return rows.orderBy('nickname').orderBy('id').limit(most).execute();
    }
    case 'dept': {
      let rows = ctx.db.selectFrom('sysDept').select(['id as value', 'deptName as label']).where('deletedAt', 'is', null);
      if (values) rows = rows.where('id', 'in', values);
      if (text) rows = rows.where('deptName', 'ilike', text);
      if (names) rows = rows.where('deptName', 'in', names);
      return rows.orderBy('sortNo').orderBy('id').limit(MAX_VALUES).execute();
    }
    case 'post': {
      let rows = ctx.db.selectFrom('sysPost').select(['id as value', 'postName as label']).where('deletedAt', 'is', null);
      if (values) rows = rows.where('id', 'in', values);
      if (text) rows = rows.where('postName', 'ilike', text);
      if (names) rows = rows.where('postName', 'in', names);
      return rows.orderBy('sortNo').orderBy('id').limit(MAX_VALUES).execute();
    }
    case 'source': {
      let rows = visibleSources(ctx, SEES_SOURCES).select(['metadataSource.id as value', 'metadataSource.sourceName as label']);
      if (values) rows = rows.where('metadataSource.id', 'in', values);
      if (text) rows = rows.where('metadataSource.sourceName', 'ilike', text);
      if (names) rows = rows.where('metadataSource.sourceName', 'in', names);
      return rows.orderBy('metadataSource.sourceName').orderBy('metadataSource.id').limit(MAX_VALUES).execute();
    }
    case 'area':
      return areaOptions(ctx, question, { text, most });
    case 'file':
      return null;
  }
}
