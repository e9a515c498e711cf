import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

const Format = z.enum(['docx', 'xlsx']);

/** 数据库文档, 数据字典 */
export const document = defineContract({
  word: route.post('/data/metadata/sources/word/:id', {
    summary: '导出数据库文档',
    access: perm('metadata:datasource:word'),
    params: z.object({ id: Id }),
    query: z.object({ format: Format.default('docx'), schemaName: z.string().max(128).optional() }),
    reply: bytes,
    replies: 'stream',
    audit: '导出数据库文档',
    timeoutMs: 600_000,
  }),
  dictionary: route.post('/data/metadata/tables/dictionary', {
    summary: '导出数据字典',
    access: perm('metadata:datacolumn:export'),
    body: z.object({
      sourceId: Id.nullish(),
      schemaName: z.string().max(128).nullish(),
      domainId: Id.nullish(),
      tableIds: z.array(Id).max(500, '一次最多选择500张表').nullish(),
    }),
    reply: bytes,
    replies: 'stream',
    audit: '导出数据字典',
    timeoutMs: 600_000,
  }),
});
