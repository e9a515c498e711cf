import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { Change } from '#modules/library/contract/version.ts';
import { MAX_DOCUMENTS, MAX_FILE_CHARS, TransferKind } from './file.ts';

/** `board:1234` */
export const DocumentKey = z.string().regex(/^(?:dataset|chart|board|screen):[0-9a-z_]{1,32}$/, '内容编号不正确');
const Key = z.string().min(1).max(64);
const Column = z.string().min(1).max(128);
const Place = { source: Key, schema: z.string().max(128), table: z.string().min(1).max(128) };

/** What to do with a document: `use` lets others of the file read the one here, which stays as it is. */
export const Doing = z.enum(['new', 'replace', 'use', 'skip']);
export type Doing = z.output<typeof Doing>;
const Decision = z.object({
  key: DocumentKey,
  do: Doing,
  /** the one here, of `replace` and `use` */
  id: Id.nullish(),
  /** of `new`: another name than that in the file */
  name: z.string().trim().max(64, '名称不能超过64个字符').nullish(),
});
export type Decision = z.output<typeof Decision>;

/** How what a file names is called here. What is not listed is as `check` proposes it. */
export const Mapping = z.object({
  sources: z
    .array(z.object({ key: Key, sourceId: Id.nullable() }))
    .max(200)
    .default([]),
  tables: z
    .array(z.object({ ...Place, toSchema: z.string().max(128), toTable: z.string().min(1).max(128) }))
    .max(2000)
    .default([]),
  /** columns by the tables of the file */
  columns: z
    .array(z.object({ ...Place, column: Column, to: Column }))
    .max(5000)
    .default([]),
  documents: z.array(Decision).max(MAX_DOCUMENTS).default([]),
  /** other statements for data sets made of SQL */
  statements: z
    .array(z.object({ key: DocumentKey, sql: z.string().trim().min(1, '请输入SQL语句').max(200_000, 'SQL语句过长，最多200000个字符') }))
    .max(MAX_DOCUMENTS)
    .default([]),
  /** uploaded data files for data sets made of files */
  files: z
    .array(z.object({ key: DocumentKey, fileName: z.string().max(200), originalName: z.string().max(200) }))
    .max(MAX_DOCUMENTS)
    .default([]),
  /** data sets whose fields may go although documents here use them */
  lost: z.array(DocumentKey).max(MAX_DOCUMENTS).default([]),
  /** boards and screens are published as well; otherwise they are drafts */
  publish: z.boolean().default(false),
});
export type Mapping = z.output<typeof Mapping>;

const content = z
  .string({ error: '请选择文件' })
  .min(1, '请选择文件')
  .max(MAX_FILE_CHARS, '文件过大，最多10 MB')
  .meta({ title: '文件内容' });
const imports = { content, mapping: Mapping.prefault({}).meta({ title: '对应关系' }) };

/** The one here that a document of the file may stand for. */
const Match = z.object({
  id: Id,
  name: z.string(),
  folder: z.string(),
  /** an earlier import made it, it is the very one that was exported, or it is called the same */
  by: z.enum(['origin', 'id', 'code', 'name']),
  canEdit: z.boolean(),
});
export type Match = z.output<typeof Match>;
const Named = { key: DocumentKey, kind: TransferKind, name: z.string(), folder: z.string() };

export const Contents = z.object({
  exportTime: z.string(),
  program: z.string(),
  documents: z.array(
    z.object({
      ...Named,
      remark: z.string().nullable(),
      /** documents of the file that it reads */
      needs: z.array(DocumentKey),
      matches: z.array(Match),
      decision: Decision,
      /** statement of a data set made of SQL, as it would be stored */
      sql: z.string().nullable(),
      /** name of the data file that a data set is made of, which is not in the file */
      dataFile: z.string().nullable(),
      /** it comes with the product: the one here is used */
      isSystem: z.boolean(),
    }),
  ),
  sources: z.array(z.object({ key: Key, name: z.string(), kind: z.string(), sourceId: Id.nullable(), sets: z.array(z.string()) })),
  /** sources here that data sets can be made of */
  choices: z.array(z.object({ id: Id, name: z.string(), kind: z.string() })),
  /** tables that data sets of the file read, as far as their sources are mapped */
  tables: z.array(
    z.object({
      ...Place,
      sets: z.array(z.string()),
      isFound: z.boolean(),
      toSchema: z.string(),
      toTable: z.string(),
      proposals: z.array(z.object({ schema: z.string(), table: z.string() })),
      /** columns that the table here does not have under that name */
      columns: z.array(z.object({ column: Column, to: Column.nullable(), proposals: z.array(Column) })),
      /** columns that the table here has */
      known: z.array(Column),
    }),
  ),
  links: z.array(z.object({ kind: TransferKind, name: z.string(), folder: z.string(), isFound: z.boolean() })),
  assets: z.array(z.object({ name: z.string(), size: z.number().int() })),
});
export type Contents = z.output<typeof Contents>;

/** `wrong`: it cannot be imported as things are, see the problems */
export const RowState = z.enum(['new', 'changed', 'same', 'used', 'skipped', 'wrong']);
export const TransferRow = z.object({
  ...Named,
  state: RowState,
  /** the one here: what is changed or used, and after an import also what was added */
  id: Id.nullable(),
  /** own page */
  path: z.string().nullable(),
  changes: z.array(Change),
  more: z.number().int(),
  problems: z.array(z.string()),
  /** what of it comes otherwise than in the file */
  notes: z.array(z.string()),
});
export type TransferRow = z.output<typeof TransferRow>;
export const Report = z.object({
  rows: z.array(TransferRow),
  /** stands for the file, the mapping and what is here now: the import goes through for the very same alone */
  checksum: z.string(),
});

const Item = z.object({ kind: TransferKind, id: Id });
const chosen = {
  items: z.array(Item).min(1, '请选择要导出的内容').max(MAX_DOCUMENTS, `一次最多选择${MAX_DOCUMENTS}个内容`).meta({ title: '内容' }),
  /** boards and screens that clicks lead to come along */
  withLinks: z.boolean().default(false).meta({ title: '包含跳转目标' }),
};

const base = '/data/visual/transfer';
/** A file of 10 MB as a JSON text, in which quotes and line ends take two characters. */
const BODY_LIMIT = 26_214_400;

/** 迁移: definitions of data sets, charts, boards and screens between installations. */
export const transfer = defineContract({
  contents: route.post(`${base}/contents`, {
    summary: '查看导出内容',
    access: perm('visual:transfer:list', 'visual:transfer:export'),
    body: z.object(chosen),
    reply: z.object({
      documents: z.array(z.object({ ...Named, isChosen: z.boolean() })),
      sources: z.array(z.object({ name: z.string(), kind: z.string() })),
      links: z.array(z.object({ kind: TransferKind, name: z.string(), folder: z.string() })),
      /** pictures, and why one is left out */
      assets: z.array(z.object({ name: z.string(), size: z.number().int(), reason: z.string().nullable() })),
      /** names of data sets whose rows are in uploaded files: the rows stay here */
      dataFiles: z.array(z.string()),
    }),
    timeoutMs: 60_000,
  }),
  export: route.post(`${base}/export`, {
    summary: '导出可视化定义',
    access: perm('visual:transfer:export'),
    body: z.object(chosen),
    reply: bytes,
    replies: 'stream',
    audit: '导出可视化定义',
    timeoutMs: 60_000,
  }),
  check: route.post(`${base}/check`, {
    summary: '检查可视化定义文件',
    access: perm('visual:transfer:import'),
    body: z.object(imports),
    bodyLimit: BODY_LIMIT,
    reply: Contents,
    timeoutMs: 120_000,
  }),
  dryRun: route.post(`${base}/dryRun`, {
    summary: '试运行导入',
    access: perm('visual:transfer:import'),
    body: z.object(imports),
    bodyLimit: BODY_LIMIT,
    reply: Report,
    timeoutMs: 300_000,
  }),
  import: route.post(`${base}/import`, {
    summary: '导入可视化定义',
    access: perm('visual:transfer:import'),
    body: z.object({ ...imports, checksum: z.string({ error: '请先试运行' }).min(1, '请先试运行').max(64).meta({ title: '试运行结果' }) }),
    bodyLimit: BODY_LIMIT,
    reply: z.object({ rows: z.array(TransferRow) }),
    audit: '导入可视化定义',
    timeoutMs: 300_000,
  }),
});
