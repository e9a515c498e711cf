import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const base = '/data/quality/standardRules';
const Of = z
  .object({ elementId: Id.optional().meta({ title: '数据元' }), tableId: Id.optional().meta({ title: '数据表' }) })
  .refine(({ elementId, tableId }) => elementId !== undefined || tableId !== undefined, {
    path: ['elementId'],
    message: '请选择数据元或数据表',
  });

/** 由标准生成规则: rules that standards ask for of the columns that follow them. */
const Candidate = z.object({
  columnId: Id,
  tableId: Id,
  sourceName: z.string(),
  schemaName: z.string(),
  tableName: z.string(),
  columnName: z.string(),
  elementId: Id,
  elementName: z.string(),
  item: z.string(),
  itemName: z.string(),
  /** which attribute asks for it, in words */
  why: z.string(),
  /** the column has a rule of that kind already; `ruleId` when the caller sees it */
  exists: z.boolean(),
  ruleId: Id.nullable(),
});
const Result = z.object({
  columnId: Id,
  item: z.string(),
  state: z.enum(['made', 'exists', 'refused']),
  ruleId: Id.nullable(),
  message: z.string().nullable(),
});

export const standardRule = defineContract({
  list: route.get(base, { summary: '标准要求的质量规则', access: perm('quality:rule:list'), query: Of, reply: z.array(Candidate) }),
  create: route.post(base, {
    summary: '由标准生成规则',
    access: perm('quality:rule:add'),
    body: z.object({
      elementId: Id.optional().meta({ title: '数据元' }),
      tableId: Id.optional().meta({ title: '数据表' }),
      rules: z
        .array(z.object({ columnId: Id, item: z.string().max(50) }))
        .min(1, '请选择规则')
        .max(200, '一次最多生成200条规则')
        .meta({ title: '规则' }),
    }),
    reply: z.object({ results: z.array(Result) }),
    audit: '由标准生成规则',
    timeoutMs: 60_000,
  }),
  ofType: route.get(`${base}/types/:id`, {
    summary: '使用标准字典的规则',
    access: perm('quality:rule:list'),
    params: z.object({ id: Id }),
    reply: z.array(z.object({ id: Id, ruleName: z.string(), tableName: z.string().nullable(), columnName: z.string().nullable() })),
  }),
  affected: route.get(`${base}/affected`, {
    summary: '标准变更影响的规则',
    access: perm('quality:rule:list'),
    query: z
      .object({ elementId: Id.optional().meta({ title: '数据元' }), typeId: Id.optional().meta({ title: '标准类别' }) })
      .refine(({ elementId, typeId }) => (elementId === undefined) !== (typeId === undefined), {
        path: ['elementId'],
        message: '请选择数据元或标准类别',
      }),
    reply: z.object({
      rules: z.array(z.object({ id: Id, ruleName: z.string(), tableName: z.string().nullable(), columnName: z.string().nullable() })),
      /** rules that the caller does not see, or that are beyond the first 200 */
      hidden: z.number().int(),
    }),
  }),
});
