import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { inflate, zipEntries } from '#kit/server/excel/zip.ts';
import { uploadOf } from '#kit/server/upload.ts';
import { MAX_IMPORT_MB } from '../contract/lineage.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { lineageSource, loadNames } from './load-names.ts';
import { requestLineage } from './refresh.ts';
import { decidedNames, hashOf, parseUnit, saveUnit, type UnitInput } from './units.ts';

const MB = 1_048_576;
/** Maximum size of a unit in characters; longer texts are split between statements. */
const MAX_UNIT_CHARS = 500_000;
const MAX_FILES = 500;
const MAX_RATIO = 200;
const SQL_FILE = /\.(sql|txt|ddl|hql|prc|pkb|pks|fnc)$/i;

/** A text to import and the name it is known by. */
export interface Text {
  readonly name: string;
  readonly sql: string;
}
export interface ImportOptions {
  readonly sourceId: string;
  readonly schemaName: string | null;
  readonly dialect: string | null;
}
interface Author {
  readonly createBy: string;
  readonly createDept: string | null;
}
export interface ImportCounts {
  units: number;
  edges: number;
  unresolved: number;
  failed: number;
}

/** UTF-8, with or without mark, UTF-16 with mark, otherwise GBK; throws file.wrongType for bytes that are no text. */
function decode(bytes: Buffer, name: string): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const label = isWide ? ['utf-16le'] : ['utf-8', 'gbk'];
  if (isWide || !bytes.includes(0))
    for (const encoding of label)
      try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes);
      } catch {
        continue;
      }
  throw new AppError('file.wrongType', `“${name}”不是文本文件`);
}

/** Cuts a long text at ends of statements, so that each piece can be parsed by itself. */
export function pieces(text: Text): Text[] {
  if (text.sql.length <= MAX_UNIT_CHARS) return [text];
  const parts: Text[] = [];
  for (let at = 0; at < text.sql.length;) {
    const end = at + MAX_UNIT_CHARS;
    const cut = end >= text.sql.length ? text.sql.length : text.sql.lastIndexOf(';\n', end) + 2;
    const stop = cut > at + 1 ? cut : Math.min(end, text.sql.length);
    parts.push({ name: `${text.name}（${parts.length + 1}）`, sql: text.sql.slice(at, stop) });
    at = stop;
  }
  return parts;
}

async function unzip(bytes: Buffer): Promise<Text[]> {
  const texts: Text[] = [];
  let left = MAX_IMPORT_MB * MB;
  for (const entry of zipEntries(bytes, MAX_FILES)) {
    if (!SQL_FILE.test(entry.name) || /(^|\/)(__MACOSX|\.)/.test(entry.name)) continue;
    const parts: Buffer[] = [];
    for await (const part of inflate(bytes, entry, { maxBytes: left, maxRatio: MAX_RATIO })) parts.push(part);
    const content = Buffer.concat(parts);
    left -= content.length;
    texts.push({ name: entry.name, sql: decode(content, entry.name) });
  }
  return texts;
}

/** The texts of the uploaded file; throws file.wrongType, file.tooLarge, input.invalid. */
async function uploadedTexts(ctx: Ctx): Promise<{ fileName: string; texts: Text[] }> {
  const upload = uploadOf(ctx, MAX_IMPORT_MB);
  const bytes = await readFile(upload.path);
  if (/\.zip$/i.test(upload.fileName)) return { fileName: upload.fileName, texts: await unzip(bytes) };
  if (!SQL_FILE.test(upload.fileName)) throw new AppError('file.wrongType', '请上传 .sql、.txt 或 .zip 文件');
  return { fileName: upload.fileName, texts: [{ name: upload.fileName, sql: decode(bytes, upload.fileName) }] };
}

/** The source of an import: one whose whole catalogue the caller may change. */
async function importSource(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('metadataSource as s')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 's.id', source: 's.id' }))
    .executeTakeFirst();
  const source = row && (await lineageSource(ctx.db, id));
  if (!source) throw new AppError('entity.notFound', '数据源不存在或没有权限');
  return source;
}

const inputOf = (text: Text, source: { id: string; dialect: string }, options: Omit<ImportOptions, 'sourceId'> & Author): UnitInput => ({
  origin: 'import',
  originKey: createHash('sha256')
    .update(JSON.stringify([source.id, text.name]))
    .digest('hex')
    .slice(0, 32),
  name: text.name,
  sourceId: source.id,
  schemaName: options.schemaName,
  dialect: options.dialect ?? source.dialect,
  sql: text.sql,
  createBy: options.createBy,
  createDept: options.createDept,
});

/**
 * Stores SQL texts of a source and queues a lineage run for them, which waits for the first harvest of the source. For seeds: texts whose
 * name exists already, or was deleted by somebody, are skipped. Does nothing when the source does not exist.
 */
export async function queueLineage(app: App, db: Db, texts: readonly Text[], options: ImportOptions & Author): Promise<void> {
  const source = await lineageSource(db, options.sourceId);
  if (!source) return;
  const inputs = texts.map((text) => inputOf(text, source, options));
  const known = await db
    .selectFrom('metadataLineageUnit')
    .select('originKey')
    .where('origin', '=', 'import')
    .where(
      'originKey',
      'in',
      inputs.map((input) => input.originKey),
    )
    .execute();
  const there = new Set(known.map((row) => row.originKey));
  const fresh = inputs.filter((input) => !there.has(input.originKey));
  if (fresh.length === 0) return;
  const now = app.now();
  await db
    .insertInto('metadataLineageUnit')
    .values(
      fresh.map(({ origin, originKey, name, sourceId, schemaName, dialect, sql, createBy, createDept }) => ({
        id: app.ids.next(),
        origin,
        originKey,
        unitName: name,
        sourceId,
        schemaName,
        dialect,
        sqlText: sql,
        // no engine has read it yet
        sqlHash: '',
        state: 'partial' as const,
        message: '等待解析',
        parseTime: now,
        createBy,
        createTime: now,
        createDept: createDept ?? null,
      })),
    )
    .execute();
  // the first harvest asks by itself
  const { syncTime } = await db.selectFrom('metadataSource').select('syncTime').where('id', '=', source.id).executeTakeFirstOrThrow();
  if (syncTime !== null) await requestLineage(app, db, source.id);
}

/** Parses texts and stores their lineage in this call. A text with the name of an earlier one of the same source replaces it. */
export async function importTexts(ctx: Ctx, texts: readonly Text[], options: ImportOptions): Promise<ImportCounts> {
  const source = await importSource(ctx, options.sourceId);
  const author = { createBy: ctx.user.id, createDept: ctx.user.deptId };
  const inputs = texts
    .filter((text) => text.sql.trim() !== '')
    .flatMap(pieces)
    .map((text) => inputOf(text, source, { ...options, ...author }));
  if (inputs.length === 0) throw new AppError('input.invalid', '文件中没有SQL，请检查后重新上传');
  const [names, decided] = [await loadNames(ctx.db, source), await decidedNames(ctx.db, source.id)];
  const counts: ImportCounts = { units: 0, edges: 0, unresolved: 0, failed: 0 };
  for (const input of inputs) {
    ctx.signal.throwIfAborted();
    const saved = await saveUnit(ctx.app, ctx.db, input, await parseUnit(input, names, decided));
    counts.units++;
    counts.edges += saved.edges;
    counts.unresolved += saved.open;
    if (saved.isFailed) counts.failed++;
  }
  ctx.audit.note(`导入 ${counts.units} 段SQL到“${source.name}”：${counts.edges} 条关系，${counts.unresolved} 处待处理`);
  return counts;
}

/** The multipart call: a file, or a short text in the field `sql`. */
export async function importUpload(ctx: Ctx, options: ImportOptions & { sql?: string }): Promise<ImportCounts> {
  if (options.sql !== undefined && options.sql.trim() !== '')
    return importTexts(
      ctx,
      [{ name: `粘贴的SQL ${hashOf({ dialect: '', schemaName: null, sql: options.sql }).slice(0, 8)}`, sql: options.sql }],
      options,
    );
  const { texts } = await uploadedTexts(ctx);
  if (texts.length === 0) throw new AppError('input.invalid', '压缩包中没有 .sql 或 .txt 文件');
  return importTexts(ctx, texts, options);
}
