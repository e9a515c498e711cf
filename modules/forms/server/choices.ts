import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { Choice } from '../contract/record.ts';
import { choiceSource, type ChoiceSource } from '../core/references.ts';
import { compiledForm, dayOf, loadFillable, versionOf } from './load.ts';
import { isValueField } from '../core/index.ts';

const MOST = 50;

interface Question {
  readonly keyword?: string | undefined;
  /** values whose names are asked for */
  readonly values?: string | undefined;
}

/** Sources of options that a record can be filled in from. */
export const hasChoices = (source: ChoiceSource): boolean => source.from !== 'dataset' && source.from !== 'form';

const asked = (values: string | undefined): string[] | null =>
  values === undefined ? null : values.split(',').filter(Boolean).slice(0, 200);

async function lookUp(ctx: Ctx, source: ChoiceSource, { keyword, values }: Question): Promise<Choice[]> {
  const ids = asked(values);
  const text = keyword ? contains(keyword) : null;
  if (source.from === 'dict') {
    const items = (await dictItems(ctx.db, source.dictType)).map((item) => ({ value: item.itemText, label: item.itemValue }));
    return items.filter(({ value, label }) => (ids ? ids.includes(value) : !keyword || label.includes(keyword)));
  }
  if (source.from === 'user') {
    let rows = ctx.db.selectFrom('sysUser').select(['id as value', 'nickname as label']).where('deletedAt', 'is', null);
    rows = ids ? rows.where('id', 'in', ids) : rows.where('status', '=', '1');
    if (text) rows = rows.where('nickname', 'ilike', text);
    return ids?.length === 0
      ? []
      : rows
          .orderBy('nickname')
          .orderBy('id')
          .limit(ids ? 200 : MOST)
          .execute();
  }
  if (source.from === 'dept') {
    let rows = ctx.db.selectFrom('sysDept').select(['id as value', 'deptName as label']).where('deletedAt', 'is', null);
    if (ids) rows = rows.where('id', 'in', ids);
    if (text) rows = rows.where('deptName', 'ilike', text);
    return ids?.length === 0 ? [] : rows.orderBy('sortNo').orderBy('id').limit(200).execute();
  }
  if (source.from === 'post') {
    let rows = ctx.db.selectFrom('sysPost').select(['id as value', 'postName as label']).where('deletedAt', 'is', null);
    if (ids) rows = rows.where('id', 'in', ids);
    if (text) rows = rows.where('postName', 'ilike', text);
    return ids?.length === 0 ? [] : rows.orderBy('sortNo').orderBy('id').limit(200).execute();
  }
  throw new AppError('input.invalid', '该字段的选项不从服务器搜索');
}

/** Options of a field of a form that the caller is to fill in. */
export async function choices(ctx: Ctx, { id, fieldId }: { id: string; fieldId: string }, question: Question): Promise<Choice[]> {
  const form = await loadFillable(ctx, id);
  const { schema } = await versionOf(ctx.db, form.id, form.versionNo);
  const node = compiledForm(schema, dayOf(ctx.now)).nodes.get(fieldId);
  const source = node && isValueField(node.field) ? choiceSource(node.field) : null;
  if (!source) throw new AppError('entity.notFound', '字段不存在或没有选项');
  return lookUp(ctx, source, question);
}
