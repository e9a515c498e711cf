import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { ApiInput } from './api.ts';

/** APIs of one file, and the size of its text, at most. */
export const MAX_APIS = 200;
export const MAX_FILE_CHARS = 4_000_000;

const Place = z.object({ alias: z.enum(['t1', 't2', 't3']), schemaName: z.string().max(200), tableName: z.string().max(200) });
/** An API as a file has it: what belongs to an installation (ids of sources, tables and data sets) stands by its names. */
export const TransferredApi = ApiInput.extend({
  source: z.object({ sourceName: z.string().max(200) }),
  tables: z.array(Place).max(3).default([]),
  dataSet: z
    .object({ setName: z.string().max(200) })
    .nullable()
    .default(null),
  /** names of the plans that it is offered with */
  plans: z.array(z.string().max(50)).max(20).default([]),
});
export type TransferredApi = z.output<typeof TransferredApi>;
export const TransferFile = z.object({
  kind: z.literal('databrain.dataApis', { error: '不是数据API的导出文件' }),
  version: z.literal(1, { error: '导出文件的版本不受支持' }),
  exportTime: z.string(),
  apis: z.array(z.unknown()).min(1, '文件中没有API').max(MAX_APIS, `一次最多导入${MAX_APIS}个API`),
});

/** new: is added; changed: a draft is replaced; same: nothing to do; refused: cannot be taken, see the reason */
export const TransferState = z.enum(['new', 'changed', 'same', 'refused']);
const TransferRow = z.object({
  apiName: z.string(),
  apiVersion: z.string(),
  apiUrl: z.string(),
  sourceName: z.string(),
  state: TransferState,
  /** why it cannot be taken, or what of it is left out */
  reason: z.string().nullable(),
  /** what is different, of changed ones */
  differences: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type TransferRow = z.output<typeof TransferRow>;
const body = z.object({
  content: z.string().min(1, '请选择文件').max(MAX_FILE_CHARS, '文件过大').meta({ title: '文件内容' }),
  /** sources of this installation by their names in the file, where they are not the same */
  sources: z.record(z.string().max(200), Id).default({}).meta({ title: '数据源对应' }),
});
const reply = z.object({
  rows: z.array(TransferRow),
  /** sources that the file names, with the one that each stands for here */
  sources: z.array(z.object({ sourceName: z.string(), sourceId: Id.nullable() })),
});

const base = '/data/market/dataApis/transfer';
/** 导出与导入数据API的定义 */
export const apiTransfer = defineContract({
  export: route.post(`${base}/export`, {
    summary: '导出数据API定义',
    access: perm('market:api:export'),
    body: z.object({ ids: z.array(Id).min(1, '请选择API').max(MAX_APIS, `一次最多导出${MAX_APIS}个API`).meta({ title: '数据API' }) }),
    reply: bytes,
    replies: 'stream',
    audit: '导出数据API定义',
  }),
  check: route.post(`${base}/check`, {
    summary: '检查数据API导入文件',
    access: perm('market:api:import'),
    body,
    bodyLimit: 16_777_216,
    reply,
    timeoutMs: 60_000,
  }),
  import: route.post(`${base}/import`, {
    summary: '导入数据API定义',
    access: perm('market:api:import'),
    body,
    bodyLimit: 16_777_216,
    reply,
    audit: '导入数据API定义',
    timeoutMs: 60_000,
  }),
});
