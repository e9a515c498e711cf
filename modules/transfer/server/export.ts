import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { readFile, visibleFiles } from '#modules/files/server/index.ts';
import { folderPaths, itemsOf } from '#modules/library/server/index.ts';
import {
  FILE_FORMAT,
  FILE_VERSION,
  keyOf,
  MAX_ASSET_BYTES,
  MAX_ASSETS_BYTES,
  MAX_FILE_CHARS,
  type FileAsset,
  type FileDocument,
  type TransferFile,
} from '../contract/file.ts';
import { ordered } from '../core/index.ts';
import { collect, type Chosen, type Collected } from './collect.ts';
import { originsOf } from './origins.ts';
import { LOOKS } from './rights.ts';

/** Sources of data sets: key, name and kind by id. */
async function sourcesOf(ctx: Ctx, documents: readonly Collected[]): Promise<Map<string, TransferFile['sources'][number]>> {
  const ids = [...new Set(documents.flatMap(({ set, isSystem }) => (set?.sourceId && !isSystem ? [set.sourceId] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('metadataSource')
    .select(['id', 'sourceName', 'dbType'])
    .where('id', 'in', ids)
    .orderBy('sourceName')
    .orderBy('id')
    .execute();
  const taken = new Set<string>();
  return new Map(
    rows.map(({ id, sourceName, dbType }) => {
      const stem = [...sourceName].slice(0, 56).join('');
      let key = stem;
      for (let n = 2; taken.has(key); n++) key = `${stem} ${n}`;
      taken.add(key);
      return [id, { key, name: sourceName, kind: dbType }];
    }),
  );
}

interface Asset {
  readonly fileName: string;
  readonly name: string;
  readonly size: number;
  /** why it does not come along */
  readonly reason: string | null;
}
/** Why a picture does not come along; null when it does. */
function refusalOf(contentType: string, size: number, total: number): string | null {
  if (!contentType.startsWith('image/')) return '不是图片，请在导入后重新上传';
  if (size > MAX_ASSET_BYTES) return '图片超过1 MB，请在导入后重新上传';
  return total + size > MAX_ASSETS_BYTES ? '图片合计超过4 MB，请在导入后重新上传' : null;
}

/** Pictures of the documents that the caller may see, the small ones; the bytes only where they are asked for. */
async function assetsOf(ctx: Ctx, documents: readonly Collected[], keep: (asset: FileAsset) => void): Promise<Asset[]> {
  const names = [...new Set(documents.flatMap(({ files }) => files))].toSorted();
  const seen = await visibleFiles(ctx.app, ctx.db, ctx.user, names);
  const assets: Asset[] = [];
  let total = 0;
  for (const fileName of names) {
    const file = seen.get(fileName);
    if (!file) {
      assets.push({ fileName, name: fileName, size: 0, reason: '文件已删除或没有查看权限' });
      continue;
    }
    const stored = await readFile(ctx.app, ctx.db, fileName);
    const size = stored?.size ?? 0;
    const reason = stored ? refusalOf(file.contentType, size, total) : '文件已删除';
    if (stored && reason === null) {
      const bytes = await buffer(stored.body);
      total += bytes.length;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      keep({ fileName, originalName: file.originalFilename, sha256, size: bytes.length, data: bytes.toString('base64') });
    } else stored?.body.destroy();
    assets.push({ fileName, name: file.originalFilename, size, reason });
  }
  return assets;
}

/** Boards and screens that clicks lead to and that do not come along, those whose name the caller sees. */
async function linksOf(ctx: Ctx, documents: readonly Collected[]): Promise<TransferFile['links']> {
  const here = new Set(documents.map(keyOf));
  const open = documents.flatMap(({ links }) => links).filter((link) => !here.has(keyOf(link)));
  const found: TransferFile['links'] = [];
  for (const kind of ['board', 'screen'] as const) {
    const ids = [...new Set(open.flatMap((link) => (link.kind === kind ? [link.id] : [])))];
    if (ids.length === 0) continue;
    const paths = await folderPaths(ctx, kind);
    const rows = await itemsOf(ctx, kind, LOOKS(kind)).select(['id', 'name', 'folderId']).where('id', 'in', ids).orderBy('id').execute();
    found.push(...rows.map(({ id, name, folderId }) => ({ kind, id, name, folder: folderId === null ? [] : (paths.get(folderId) ?? []) })));
  }
  return found;
}

/** What an export would hold. */
export async function exportContents(ctx: Ctx, chosen: Chosen) {
  const documents = await collect(ctx, chosen);
  const sources = await sourcesOf(ctx, documents);
  return {
    documents: documents.map((one) => ({
      key: keyOf(one),
      kind: one.kind,
      name: one.name,
      folder: one.folder.join(' / '),
      isChosen: one.isChosen,
    })),
    sources: [...sources.values()],
    links: (await linksOf(ctx, documents)).map(({ kind, name, folder }) => ({ kind, name, folder: folder.join(' / ') })),
    assets: await assetsOf(ctx, documents, () => undefined),
    dataFiles: documents.flatMap(({ set, name }) => (set?.model.origin.kind === 'file' ? [name] : [])),
  };
}

function documentOf(one: Collected, sources: ReadonlyMap<string, { key: string }>, origin: string | undefined): FileDocument {
  const common = {
    id: one.id,
    ...(origin && { origin }),
    name: one.name,
    folder: [...one.folder],
    remark: one.remark,
    ...(one.code && { code: one.code }),
  };
  if (one.kind !== 'dataset') return { kind: one.kind, ...common, doc: one.form as Record<string, never> };
  // what comes with the product is there already
  if (one.isSystem) return { kind: 'dataset', ...common, source: null };
  const { model, sourceId } = one.set!;
  // the stored name of a data file means nothing elsewhere
  const origin_ = model.origin.kind === 'file' ? { ...model.origin, fileName: '' } : model.origin;
  const source = sourceId === null ? null : (sources.get(sourceId)?.key ?? null);
  return { kind: 'dataset', ...common, source, model: { ...model, origin: origin_ } as never };
}

const fileNameOf = (documents: readonly Collected[]): string => {
  const chosen = documents.filter(({ isChosen }) => isChosen);
  const name = chosen.length === 1 ? chosen[0]!.name : `可视化定义-${chosen.length}个`;
  return `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.json`;
};

/**
 * Definitions as a file: documents with all that they read, folders by path, sources by name and kind, small pictures. No connections, rows,
 * grants, share links or subscriptions. Its names are in order, so that two files can be compared line by line.
 */
export async function exportFile(ctx: Ctx, chosen: Chosen) {
  const documents = await collect(ctx, chosen);
  const [sources, origins, links] = await Promise.all([sourcesOf(ctx, documents), originsOf(ctx, documents), linksOf(ctx, documents)]);
  const assets: FileAsset[] = [];
  await assetsOf(ctx, documents, (asset) => assets.push(asset));
  const file: TransferFile = {
    format: FILE_FORMAT,
    v: FILE_VERSION,
    exportTime: ctx.now.toISOString(),
    program: ctx.app.settings.version,
    sources: [...sources.values()],
    documents: documents.map((one) => documentOf(one, sources, origins.get(keyOf(one)))),
    links,
    assets,
  };
  const text = `${JSON.stringify(ordered(file), null, 2)}\n`;
  if (text.length > MAX_FILE_CHARS) throw new AppError('rule.broken', '导出文件超过10 MB，请减少选择，分批导出');
  ctx.audit.note(
    documents
      .map(({ name }) => name)
      .join('、')
      .slice(0, 500),
  );
  return {
    body: Readable.from([text]),
    type: 'application/json; charset=utf-8',
    fileName: fileNameOf(documents),
    headers: { 'cache-control': 'no-store' },
  };
}
