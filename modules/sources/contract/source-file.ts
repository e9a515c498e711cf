import * as z from 'zod';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Endings of files that a source can be made of. */
export const SOURCE_FILE_TYPES = ['csv', 'tsv', 'txt', 'parquet', 'xlsx', 'duckdb', 'db', 'sqlite', 'sqlite3'] as const;
/** Parameter: most megabytes of one file. */
export const SOURCE_FILE_MAX = 'metadata.fileMaxMB';

/** 数据文件 */
export const sourceFile = defineContract({
  upload: route.post('/data/metadata/sources/files', {
    summary: '上传数据文件',
    access: perm('metadata:datasource:add', 'metadata:datasource:edit'),
    accepts: 'multipart',
    reply: z.object({
      /** stored name, for `dbSchema.fileNames` */
      fileName: z.string(),
      originalFilename: z.string(),
      size: z.number().int(),
    }),
    audit: '上传数据文件',
    timeoutMs: 3_600_000,
  }),
});
