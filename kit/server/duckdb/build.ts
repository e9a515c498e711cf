import { mkdtemp, rm, writeFile, appendFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { readHead, encodingOf, toUtf8 } from './csv-text.ts';
import { layoutOf } from './csv-layout.ts';
import { typedColumns } from './column-types.ts';
import { columnNames, literal, quoted, tableName } from './names.ts';
import { FileProblem, type Build, type BuildFile, type BuildReport, type BuiltTable } from './protocol.ts';
import { settingsOf } from './settings.ts';

const MAX_LINE = 16 * 1_048_576;
const MAX_REJECTS = 1_000;
const SHOWN_REJECTS = 3;
/** Rows of a sheet per insert. */
const SHEET_PORTION = 5_000;

/** State shared by the steps of one build. */
interface Work {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly taken: Set<string>;
  readonly tables: BuiltTable[];
  readonly problems: string[];
}

async function ask(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

async function finish(work: Work, name: string, file: BuildFile): Promise<void> {
  const { connection, tables } = work;
  await connection.run(`comment on table ${quoted(name)} is ${literal(`来自文件 ${file.originalName}`)}`);
  const [row] = await ask(connection, `select count(*) from ${quoted(name)}`);
  tables.push({ name, file: file.originalName, rows: Number(row![0]) });
}

/** Reports rejected rows with their line numbers. */
async function reportRejects(work: Work, file: BuildFile): Promise<void> {
  const rows = await ask(
    work.connection,
    `select line, any_value(left(csv_line, 60)) from reject_errors group by line order by line limit ${MAX_REJECTS}`,
  );
  await work.connection.run('drop table if exists reject_errors; drop table if exists reject_scans');
  if (rows.length === 0) return;
  const count = rows.length >= MAX_REJECTS ? `${MAX_REJECTS} 行以上` : `${rows.length} 行`;
  const shown = rows.slice(0, SHOWN_REJECTS).map(([line]) => `第 ${String(line)} 行`);
  const more = rows.length > SHOWN_REJECTS ? '等' : '';
  work.problems.push(`${file.originalName}：${count}的列数与表头不符或引号不成对，已略过（${shown.join('、')}${more}）`);
}

/** Loads a delimited UTF-8 file into a table: first as text, then with the column types that every row satisfies. */
async function loadText(
  work: Work,
  file: BuildFile,
  { path, sheet, only }: { path: string; sheet: string | null; only?: string },
): Promise<void> {
  const { connection } = work;
  const { text, isWhole } = await readHead(path);
  const layout = layoutOf(text, isWhole, only);
  if (!layout) {
    work.problems.push(`${file.originalName}${sheet === null ? '' : `（${sheet}）`}：没有数据，已略过`);
    return;
  }
  const heading = Array.from({ length: layout.width }, (_, index) => (layout.hasHeader ? (layout.first[index] ?? null) : null));
  const names = columnNames(heading);
  if (layout.hasHeader) {
    const renamed = names.filter((name, index) => name !== (heading[index] ?? '').trim());
    if (renamed.length > 0)
      work.problems.push(
        `${file.originalName}：表头有空白或重复的列名，已改为 ${renamed.slice(0, 5).join('、')}${renamed.length > 5 ? ' 等' : ''}`,
      );
  }
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ');
  await connection.run(`create or replace temp table raw as select * from read_csv(${literal(path)}, auto_detect = false, columns = {${columns}},
    delim = ${literal(layout.delimiter)}, quote = '"', escape = '"', header = ${layout.hasHeader}, null_padding = ${layout.isShort},
    ${layout.isShort ? 'parallel = false,' : ''} max_line_size = ${MAX_LINE}, store_rejects = true, rejects_limit = ${MAX_REJECTS * 10})`);
  await reportRejects(work, file);
  const name = tableName(file.originalName, sheet, work.taken);
  const expressions = await typedColumns((sql) => ask(connection, sql), 'raw', names);
  await connection.run(`create table ${quoted(name)} as select ${expressions.join(', ')} from raw`);
  await connection.run('drop table raw');
  await finish(work, name, file);
}

async function loadDelimited(work: Work, file: BuildFile, only?: string): Promise<void> {
  const encoding = await encodingOf(file.path);
  if (encoding === 'utf-8') return loadText(work, file, { path: file.path, sheet: null, only });
  const path = join(work.folder, `text-${work.tables.length}-${work.problems.length}.csv`);
  await toUtf8(file.path, encoding, path);
  await loadText(work, file, { path, sheet: null, only });
  await rm(path, { force: true });
}

async function loadParquet(work: Work, file: BuildFile): Promise<void> {
  const name = tableName(file.originalName, null, work.taken);
  await work.connection.run(`create table ${quoted(name)} as select * from read_parquet(${literal(file.path)})`);
  await finish(work, name, file);
}

const two = (n: number): string => String(n).padStart(2, '0');
/**
 * Dates of a workbook carry no zone: their UTC parts are what the sheet shows. They are fractions of a day, so that a second may come out as
 * the last millisecond of the one before.
 */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  const cell = new Date(Math.round(value.getTime() / 1000) * 1000);
  const day = `${cell.getUTCFullYear()}-${two(cell.getUTCMonth() + 1)}-${two(cell.getUTCDate())}`;
  const time = `${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}:${two(cell.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function loadWorkbook(work: Work, file: BuildFile): Promise<void> {
  const { default: readWorkbook } = await import('read-excel-file/node');
  let sheets: { sheet: string; data: unknown[][] }[];
  try {
    // the 15 digits that Excel shows: the file holds 0.30000000000000004
    sheets = (await readWorkbook(file.path, { parseNumber: (text) => String(Number(Number(text).toPrecision(15))) })) as {
      sheet: string;
      data: unknown[][];
    }[];
  } catch (cause) {
    throw new FileProblem(`${file.originalName} 无法读取，请确认是未加密的 xlsx 文件`, { cause });
  }
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null && cell !== '')));
  if (filled.length === 0) work.problems.push(`${file.originalName}：没有数据，已略过`);
  for (const { sheet, data } of filled) {
    const rows = data.filter((row) => row.some((cell) => cell !== null && cell !== ''));
    // leading empty columns are decoration or formatting only
    const width = Math.max(...rows.map((row) => row.findLastIndex((cell) => cell !== null && cell !== '') + 1));
    const path = join(work.folder, `sheet-${work.tables.length}-${work.problems.length}.csv`);
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    for (let from = 0; from < rows.length; from += SHEET_PORTION) {
      const portion = rows.slice(from, from + SHEET_PORTION);
      const lines = portion.map((row) => Array.from({ length: width }, (_, index) => csvField(cellText(row[index]))).join(','));
      await appendFile(path, `${lines.map((line) => (line === '' ? '""' : line)).join('\n')}\n`);
    }
    await loadText(work, file, { path, sheet: filled.length > 1 ? sheet : null, only: ',' });
    await rm(path, { force: true });
  }
}

const LOADERS: Readonly<Record<string, (work: Work, file: BuildFile) => Promise<void>>> = {
  csv: (work, file) => loadDelimited(work, file),
  txt: (work, file) => loadDelimited(work, file),
  tsv: (work, file) => loadDelimited(work, file, '\t'),
  parquet: loadParquet,
  xlsx: loadWorkbook,
};

/**
 * Builds a database file with one table per uploaded file or sheet. Runs in its own process, before any user's statement does. Throws
 * FileProblem with a Chinese sentence for people.
 */
export async function build({ target, files, limits }: Build): Promise<BuildReport> {
  const folder = await mkdtemp(join(limits.tempDirectory, 'load-'));
  const instance = await DuckDBInstance.create(target, settingsOf(limits));
  const connection = await instance.connect();
  const work: Work = { connection, folder, taken: new Set(), tables: [], problems: [] };
  try {
    for (const file of files) {
      const load = LOADERS[extname(file.originalName).slice(1).toLowerCase()];
      if (!load) throw new FileProblem(`${file.originalName}：不支持该文件类型`);
      try {
        await load(work, file);
      } catch (cause) {
        if (cause instanceof FileProblem) throw cause;
        throw new FileProblem(`${file.originalName} 无法读取，请检查文件内容`, { cause });
      }
    }
    if (work.tables.length === 0) throw new FileProblem('文件中没有可以使用的数据，请检查文件内容');
    await connection.run('checkpoint');
    return { tables: work.tables, problems: work.problems };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}
