import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement, type ConfigSeed } from '#kit/server/module.ts';
import { assertSize, UPLOAD_CEILING_MB, uploadOf, uploadRules, type Upload } from '#kit/server/upload.ts';
import { inspectUpload, placeUpload, recordUpload, uploadLimit } from '#modules/files/server/index.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { SOURCE_FILE_MAX, SOURCE_FILE_TYPES, sourceFile as contract } from '../contract/source-file.ts';
import { encodingOf } from '#kit/server/duckdb/csv-text.ts';
import { FileProblem } from '#kit/server/duckdb/protocol.ts';

/** Maximum size of a data file in megabytes, unless the system parameter sets another. */
export const DEFAULT_MAX_MB = 200;
/** Parameter 数据文件大小上限. */
export const fileMaxConfig = {
  key: SOURCE_FILE_MAX,
  name: '数据文件大小上限（MB）',
  value: String(DEFAULT_MAX_MB),
  type: 'number',
  group: '数据源与检索',
  min: 1,
  max: 2048,
  unit: 'MB',
  isPublic: true,
  remark: '数据源的单个数据文件（CSV、Parquet、Excel、SQLite 等）的最大兆字节数，对之后的上传生效',
} as const satisfies ConfigSeed;
type FileType = (typeof SOURCE_FILE_TYPES)[number];

/** Media type by type of data file. */
export const CONTENT_TYPES: Readonly<Record<FileType, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  duckdb: 'application/octet-stream',
  db: 'application/vnd.sqlite3',
  sqlite: 'application/vnd.sqlite3',
  sqlite3: 'application/vnd.sqlite3',
};

/** Type of a data file by the extension of its name; null for other extensions. */
export const dataFileType = (name: string): FileType | null => {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return SOURCE_FILE_TYPES.find((type) => type === ending) ?? null;
};

async function part(path: string, start: number, length: number): Promise<string> {
  const file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start).finally(() => file.close());
  return buffer.toString('latin1', 0, bytesRead);
}

/** Text in UTF-8, GBK or UTF-16 without zero characters: what a program is, text is not. */
async function assertText(path: string): Promise<void> {
  let encoding: string;
  try {
    encoding = await encodingOf(path);
  } catch (error) {
    if (error instanceof FileProblem) throw new AppError('file.wrongType', error.message);
    throw error;
  }
  if (encoding.startsWith('utf-16')) return;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>)
    if (chunk.includes(0)) throw new AppError('file.wrongType', '文件内容不是文本，请检查后重新上传');
}

/** The type of an uploaded data file, after checking that its content fits the extension. Throws file.wrongType, input.invalid for an unusable name. */
export async function inspectDataFile(upload: Upload, userId: string): Promise<FileType> {
  const { fileName, isOddName, path, size } = upload;
  if (isOddName) throw new AppError('input.invalid', '文件名含有不可见字符或超过200个字符，请改名后重新上传');
  const type = dataFileType(fileName);
  if (!type) throw new AppError('file.wrongType', `不支持该文件类型，可上传：${SOURCE_FILE_TYPES.join('、')}`);
  assertSize(upload, UPLOAD_CEILING_MB);
  const wrong = new AppError('file.wrongType', `文件内容不是 ${type} 格式，请检查后重新上传`);
  switch (type) {
    case 'csv':
    case 'tsv':
    case 'txt':
      await assertText(path);
      break;
    case 'xlsx':
      await inspectUpload(upload, userId);
      break;
    case 'parquet':
      if (size < 12 || (await part(path, 0, 4)) !== 'PAR1' || (await part(path, size - 4, 4)) !== 'PAR1') throw wrong;
      break;
    case 'duckdb':
      if ((await part(path, 8, 4)) !== 'DUCK') throw wrong;
      break;
    default:
      if ((await part(path, 0, 16)) !== 'SQLite format 3\0') throw wrong;
  }
  return type;
}

uploadRules(contract.upload, {
  maxMB: async (app, account) => uploadLimit(app, account, await readNumberConfig(app.db, SOURCE_FILE_MAX, DEFAULT_MAX_MB)),
  place: async (app, upload, account) => placeUpload(app, account, upload, await inspectDataFile(upload, account.id)),
});

/**
 * Checks that each stored file name belongs to the caller: uploaded by them, or already part of the source (`before`). Knowing the name of
 * somebody else's file must not give access to it. Throws input.invalid.
 */
export async function assertOwnFiles(ctx: Ctx, names: readonly string[], before: readonly string[]): Promise<void> {
  const further = names.filter((name) => !before.includes(name));
  if (further.length === 0) return;
  const rows = await ctx.db
    .selectFrom('fileObject')
    .select(['fileName', 'originalFilename'])
    .where('fileName', 'in', further)
    .where('createBy', '=', ctx.user.id)
    .where('deletedAt', 'is', null)
    .execute();
  const own = new Set(rows.filter((row) => dataFileType(row.originalFilename)).map((row) => row.fileName));
  const message = '数据文件不存在或不是您上传的，请重新上传';
  if (further.some((name) => !own.has(name))) throw new AppError('input.invalid', message, [{ path: 'dbSchema.fileNames', message }]);
}

/** 数据文件: upload. */
export const sourceFiles = implement(contract, {
  upload(ctx) {
    const extension = dataFileType(uploadOf(ctx).fileName);
    if (!extension) throw new AppError('file.wrongType');
    return recordUpload(ctx, { extension, contentType: CONTENT_TYPES[extension] });
  },
});
