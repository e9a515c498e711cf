import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '../excel/column.ts';
import { workbook } from '../excel/writer.ts';
import { build } from './build.ts';
import { literal } from './names.ts';
import type { BuildReport } from './protocol.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Built extends BuildReport {
  /** columns of a table as `name TYPE` */
  columns(table: string): string[];
  rows(table: string): unknown[][];
  comments: string[];
}
let made = 0;

/** Builds a database of these files and reads all of it. */
async function built(files: Record<string, Buffer | string>): Promise<Built> {
  const own = await mkdtemp(join(folder, `${made++}-`));
  const target = join(own, 'target.duckdb');
  const given = [];
  for (const [originalName, content] of Object.entries(files)) {
    const path = join(own, `upload-${given.length}`);
    await writeFile(path, content);
    given.push({ path, originalName });
  }
  const limits = { memoryMB: 1_024, threads: 1, tempDirectory: own, tempMB: 64 };
  const report = await build({ call: 'build', target, files: given, limits }).finally(async () => {
    // nothing is left of the work but the database
    expect((await readdir(own)).filter((name) => name.startsWith('load-'))).toEqual([]);
  });
  const instance = await DuckDBInstance.create(target, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const read = new Map<string, { columns: string[]; rows: unknown[][] }>();
    for (const { name } of report.tables) {
      const columns = await ask(
        `select column_name || ' ' || data_type from duckdb_columns() where table_name = ${literal(name)} order by column_index`,
      );
      read.set(name, { columns: columns.map(([text]) => String(text)), rows: await ask(`from "${name.replaceAll('"', '""')}"`) });
    }
    const comments = (await ask(`select comment from duckdb_tables() order by table_name`)).map(([text]) => String(text));
    return { ...report, comments, columns: (table) => read.get(table)!.columns, rows: (table) => read.get(table)!.rows };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A workbook of these sheets. */
const workbookOf = async (...sheets: { name: string; heading: string[]; rows: Cell[][] }[]): Promise<Buffer> =>
  buffer(workbook(sheets.map(({ name, heading, rows }) => ({ name, columns: heading.map((title) => ({ title, width: 10 })), rows }))));

describe('text files', () => {
  it('give their columns the types that every row keeps', async () => {
    const { tables, problems, columns, rows, comments } = await built({
      '订单.csv': [
        '编号,数量,单价,日期,时间,手机,已付,备注,工号,长号',
        '甲1,3,2.50,2024/1/2,2024-01-02 03:04:05,13800001111,true,,0012,1234567890123456',
        '甲2,-10,1,2024-02-29,2024/1/2 3:04,13900002222,FALSE,急,0013,1234567890123457',
      ].join('\n'),
    });
    expect(tables).toEqual([{ name: '订单', file: '订单.csv', rows: 2 }]);
    expect(problems).toEqual([]);
    expect(comments).toEqual(['来自文件 订单.csv']);
    expect(columns('订单')).toEqual([
      '编号 VARCHAR',
      '数量 BIGINT',
      '单价 DECIMAL(17,2)',
      '日期 DATE',
      '时间 TIMESTAMP',
      '手机 VARCHAR',
      '已付 BOOLEAN',
      '备注 VARCHAR',
      '工号 VARCHAR',
      '长号 VARCHAR',
    ]);
    expect(rows('订单')).toEqual([
      ['甲1', '3', '2.50', '2024-01-02', '2024-01-02 03:04:05', '13800001111', true, null, '0012', '1234567890123456'],
      ['甲2', '-10', '1.00', '2024-02-29', '2024-01-02 03:04:00', '13900002222', false, '急', '0013', '1234567890123457'],
    ]);
  });

  it('keep what one late row would lose: a text among many figures, a date that does not exist', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => `${i},2024-01-01`).join('\n');
    const { columns, rows } = await built({ '长.csv': `数,日\n${many}\n无,2024-02-30\n` });
    expect(columns('长')).toEqual(['数 VARCHAR', '日 VARCHAR']);
    expect(rows('长').at(-1)).toEqual(['无', '2024-02-30']);
  });

  it('a column that is filled late has the type of what fills it', async () => {
    const many = Array.from({ length: 2_100 }, (_, i) => `甲${i},`).join('\n');
    const { columns } = await built({ '晚.csv': `名,数\n${many}\n末,7\n` });
    expect(columns('晚')).toEqual(['名 VARCHAR', '数 BIGINT']);
  });

  it('without heading count their columns; a cut heading and missing fields are no loss', async () => {
    const { columns, rows } = await built({ 'a.csv': '甲,1\n乙,2\n', 'b.csv': 'x,y,z\n1,甲\n2,乙\n' });
    expect(columns('a')).toEqual(['列1 VARCHAR', '列2 BIGINT']);
    expect(rows('a')).toEqual([
      ['甲', '1'],
      ['乙', '2'],
    ]);
    expect(rows('b')).toEqual([
      ['1', '甲', null],
      ['2', '乙', null],
    ]);
  });

  it('of GBK and UTF-16 are read; the tabs of a tsv alone divide', async () => {
    const gbk = Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0x6e, 0x0a, 0xbc, 0xd7, 0x2c, 0x31, 0x0a]);
    const utf16 = Buffer.from('\ufeff名称,n\n乙,2\n', 'utf16le');
    const { rows, columns } = await built({
      'gbk.csv': gbk,
      'wide.txt': utf16,
      'wide-be.txt': Buffer.from(utf16).swap16(),
      'tabs.tsv': 'a,b\tc\n1,2\t3\n',
      'mark.csv': '\ufeff名称,n\n丙,3\n',
    });
    expect(rows('gbk')).toEqual([['甲', '1']]);
    expect(columns('gbk')).toEqual(['名称 VARCHAR', 'n BIGINT']);
    expect(rows('wide')).toEqual([['乙', '2']]);
    expect(rows('wide-be')).toEqual([['乙', '2']]);
    expect(columns('tabs')).toEqual(['a,b VARCHAR', 'c BIGINT']);
    expect(columns('mark')).toEqual(['名称 VARCHAR', 'n BIGINT']);
  });

  it('say which rows were left out and which columns got another name', async () => {
    const { problems, tables } = await built({
      '坏.csv': 'a,b,a,\n1,2,3,4\n1,2,3,4,5\n1,2,3,4\n',
      '更坏.csv': ['a,b', ...Array.from({ length: 5 }, () => '1,2,3'), ...Array.from({ length: 9 }, () => '1,2')].join('\n'),
      '多.csv': ['a,a,a,a,a,a,a', '1,2,3,4,5,6,x'].join('\n'),
    });
    expect(problems).toEqual([
      '坏.csv：表头有空白或重复的列名，已改为 a_2、列4',
      '坏.csv：1 行的列数与表头不符或引号不成对，已略过（第 3 行）',
      '更坏.csv：5 行的列数与表头不符或引号不成对，已略过（第 2 行、第 3 行、第 4 行等）',
      '多.csv：表头有空白或重复的列名，已改为 a_2、a_3、a_4、a_5、a_6 等',
    ]);
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['坏', 2],
      ['更坏', 9],
      ['多', 1],
    ]);
  });

  it('that are empty are left out and named; when all are, nothing is built', async () => {
    const { problems, tables } = await built({ '空.csv': '', '有.csv': 'a\n甲\n' });
    expect(problems).toEqual(['空.csv：没有数据，已略过']);
    expect(tables.map(({ name }) => name)).toEqual(['有']);
    await expect(built({ '空.csv': '\n\n' })).rejects.toThrow('文件中没有可以使用的数据，请检查文件内容');
  });

  it('in no known encoding and of unknown kinds are refused with a sentence', async () => {
    const odd = Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]);
    await expect(built({ 'a.csv': odd })).rejects.toThrow('文件既不是 UTF-8 也不是 GBK 编码，请另存为 UTF-8 后重新上传');
    await expect(built({ 'a.doc': 'x' })).rejects.toThrow('a.doc：不支持该文件类型');
    await expect(built({ 'a.parquet': 'x' })).rejects.toThrow('a.parquet 无法读取，请检查文件内容');
    await expect(built({ 'a.xlsx': 'x' })).rejects.toThrow('a.xlsx 无法读取，请确认是未加密的 xlsx 文件');
  });
});

describe('workbooks', () => {
  it('keep days, moments, figures and texts with delimiters as the sheet shows them', async () => {
    const day = { serial: 45_292, style: 'day' } as const;
    const time = { serial: 45_292.127_835_648_1, style: 'time' } as const;
    const { columns, rows, tables, problems } = await built({
      '台账.xlsx': await workbookOf({
        name: '甲',
        heading: ['名称', '额', '日', '时'],
        rows: [
          ['他说"好", 行\n二', 0.1 + 0.2, day, time],
          [null, null, null, null],
          ['丙', 12, day, time],
        ],
      }),
    });
    expect(tables).toEqual([{ name: '台账', file: '台账.xlsx', rows: 2 }]);
    expect(problems).toEqual([]);
    expect(columns('台账')).toEqual(['名称 VARCHAR', '额 DECIMAL(16,1)', '日 DATE', '时 TIMESTAMP']);
    expect(rows('台账')).toEqual([
      ['他说"好", 行\n二', '0.3', '2024-01-01', '2024-01-01 03:04:05'],
      ['丙', '12.0', '2024-01-01', '2024-01-01 03:04:05'],
    ]);
  });

  it('of several sheets give a table each; sheets without a value are none', async () => {
    const sheet = (name: string, rows: Cell[][]) => ({ name, heading: ['列'], rows });
    const { tables } = await built({
      '账.xlsx': await workbookOf(sheet('一月', [['甲']]), sheet('二月', [['乙'], ['丙']])),
      '空.csv': 'a\nb\n',
    });
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['账_一月', 1],
      ['账_二月', 2],
      ['空', 1],
    ]);
  });

  it('longer than one portion lose no row', async () => {
    const { tables } = await built({
      '长.xlsx': await workbookOf({ name: '长', heading: ['甲', '乙'], rows: Array.from({ length: 5_001 }, (_, i) => [`第${i}`, i]) }),
    });
    expect(tables[0]).toMatchObject({ name: '长', rows: 5_001 });
  });
});
