import { sql, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { FILE_KINDS, type FileFigures, type FileRow, type FileSearch } from '../contract/file.ts';
import { fileStore } from './file-store.ts';
import { namelessFiles, withKnownNames } from './masked-names.ts';
import { reached } from './reached.ts';
import { isReferenced, isOrphan } from './records.ts';
import { shownUses } from './uses.ts';

/** Counting ends here; a store of files grows without end. */
const COUNT_CAP = 10_000;

const columns = [
  'fileObject.id',
  'fileObject.originalFilename',
  'fileObject.fileName',
  'fileObject.fileSize',
  'fileObject.contentType',
  'fileObject.fileType',
  'fileObject.createBy',
  'fileObject.createDept',
  'fileObject.createTime',
  'fileObject.expireTime',
] as const;

/** Names of uploader and department of each row. */
const names = [
  sql<string | null>`(select nickname from sys_user where sys_user.id = file_object.create_by)`.as('createName'),
  sql<string | null>`(select dept_name from sys_dept where sys_dept.id = file_object.create_dept)`.as('deptName'),
];

const isNamed = (nameless: readonly string[]) => sql<SqlBool>`file_object.id <> all(${nameless}::text[])`;

function searched(ctx: Ctx, query: FileSearch, nameless: readonly string[] = []) {
  const { originalFilename, kind, createName, use, beginTime, endTime } = query;
  let rows = reached(ctx);
  if (originalFilename) rows = rows.where(containsText('originalFilename', originalFilename)).where(isNamed(nameless));
  if (kind) rows = rows.where(sql<SqlBool>`split_part(file_object.file_name, '.', 2) in (${sql.join([...FILE_KINDS[kind]])})`);
  if (createName)
    rows = rows.where('fileObject.createBy', 'in', (e) =>
      e.selectFrom('sysUser').select('sysUser.id').where(containsText('sysUser.nickname', createName)),
    );
  if (use === 'bound') rows = rows.where(isReferenced(ctx.app));
  if (use === 'orphan') rows = rows.where(isOrphan(ctx.app));
  if (use === 'temporary') rows = rows.where('fileObject.expireTime', 'is not', null);
  if (beginTime) rows = rows.where('fileObject.createTime', '>=', new Date(beginTime));
  if (endTime) rows = rows.where('fileObject.createTime', '<=', new Date(endTime));
  return rows;
}

type Row = z.input<typeof FileRow>;

export async function filePage(ctx: Ctx, query: PageQuery & FileSearch): Promise<Page<Row>> {
  const { pageNum, pageSize } = pageOf(query);
  const orders = sortOrders(query.sort, ['createTime', 'fileSize', 'originalFilename'], '-createTime');
  // a place among others tells a name as well as a search does
  const isByName = orders.some(([field]) => field === 'originalFilename');
  const nameless = isByName || query.originalFilename ? await namelessFiles(ctx) : [];
  const rows = searched(ctx, query, nameless);
  let list = rows.select(columns).select(names);
  for (const [field, direction] of orders)
    list =
      field === 'originalFilename'
        ? list.orderBy(sql`case when ${isNamed(nameless)} then file_object.original_filename end`, direction)
        : list.orderBy(`fileObject.${field}` as 'fileObject.createTime', direction);
  const data = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total = await cappedTotal(rows.select('fileObject.id'), ctx.db, COUNT_CAP, endOfList({ pageNum, pageSize }, data.length));
  const uses = await shownUses(
    ctx,
    data.map((row) => row.id),
  );
  return { pageNum, pageSize, ...total, data: (await withKnownNames(ctx, data)).map((row) => ({ ...row, uses: uses.get(row.id) ?? [] })) };
}

export async function fileDetail(ctx: Ctx, id: string): Promise<Row> {
  const row = await reached(ctx).select(columns).select(names).where('fileObject.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const [shown] = await withKnownNames(ctx, [row]);
  return { ...shown!, uses: (await shownUses(ctx, [id])).get(id) ?? [] };
}

export async function fileFigures(ctx: Ctx): Promise<z.input<typeof FileFigures>> {
  const figures = await reached(ctx)
    .select(
      sql<{ count: string; bytes: string; orphans: string; orphanBytes: string }>`json_build_object(
        'count', count(*), 'bytes', coalesce(sum(file_size), 0),
        'orphans', count(*) filter (where ${isOrphan(ctx.app)}),
        'orphanBytes', coalesce(sum(file_size) filter (where ${isOrphan(ctx.app)}), 0))`.as('figures'),
    )
    .executeTakeFirstOrThrow();
  const { count, bytes, orphans, orphanBytes } = figures.figures;
  const store = fileStore(ctx.app.settings).kind === 's3' ? 's3' : 'local';
  return { count: Number(count), bytes: Number(bytes), orphans: Number(orphans), orphanBytes: Number(orphanBytes), store };
}
