import { unzipSync, zipSync, strToU8, strFromU8 } from 'fflate';
import { readSheet as readByLibrary } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fromCell, toCell, type Cell, type ExcelColumn } from './column.ts';
import { parseRows } from './import.ts';
import { readBook, readSheet } from './reader.ts';
import { workbook, type Sheet } from './writer.ts';
import { zipEntries } from './zip.ts';

async function write(rows: Sheet['rows'], titles = ['甲', '乙', '丙'], footer?: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const columns = titles.map((title) => ({ title, width: 20 }));
  for await (const chunk of workbook([{ name: '数据', columns, rows, footer }])) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sheetXml = (file: Buffer): string => strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

describe('writer', () => {
  it('text that looks like a formula stays text', async () => {
    const nasty = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|/c calc!A1'];
    const file = await write(nasty.map((text): Cell[] => [text, null, null]));
    const xml = sheetXml(file);
    expect(xml).not.toContain('<f>');
    expect(xml.match(/s="4" t="inlineStr"/g)).toHaveLength(nasty.length);
    const { rows } = await readSheet(file, 100);
    expect(rows.slice(1).map((row) => row.cells[0])).toEqual(nasty);
  });

  it('is read back by an independent reader: text, numbers, dates, long ids', async () => {
    const time = toCell(new Date('2026-03-01T00:30:00Z'), { field: 't', title: '', kind: 'time' });
    const id = toCell('7012345678901234567', { field: 'id', title: '', kind: 'number' });
    const file = await write([
      [toCell('12.50', { field: 'n', title: '', kind: 'number' }), id, toCell('2024-02-29', { field: 'd', title: '', kind: 'day' })],
      ['<&> "引号"\n换行', 'a\u0000b\ud800', time],
    ]);
    const rows = (await readByLibrary(file)) as unknown[][];
    expect(rows[1]).toEqual([12.5, '7012345678901234567', new Date('2024-02-29T00:00:00Z')]);
    expect(rows[2]?.slice(0, 2)).toEqual(['<&> "引号"\n换行', 'ab']);
    expect(rows[2]?.[2]).toEqual(new Date('2026-03-01T08:30:00.000Z'));
  });

  it('freezes the header and puts the origin under the rows and into the page footer', async () => {
    const file = await write([['a', 'b', 'c']], undefined, '导出编号：1　导出人：张三');
    expect(sheetXml(file)).toContain('state="frozen"');
    const { rows } = await readSheet(file, 10);
    expect(rows.at(-1)).toMatchObject({ row: 4, cells: ['导出编号：1　导出人：张三'] });
    expect(sheetXml(file)).toContain('&amp;L导出编号：1');
  });

  it('keeps memory flat for 100,000 rows', async () => {
    function* many(): Generator<Cell[]> {
      for (let i = 0; i < 100_000; i++) yield [`第${i}行文字内容`, i, { serial: 45_000 + (i % 365), style: 'day' }];
    }
    let bytes = 0;
    const before = process.memoryUsage();
    let most = 0;
    for await (const chunk of workbook([{ name: 'x', columns: [{ title: '甲', width: 9 }], rows: many() }])) {
      bytes += chunk.length;
      const now = process.memoryUsage();
      most = Math.max(most, now.arrayBuffers - before.arrayBuffers);
    }
    expect(bytes).toBeGreaterThan(500_000);
    expect(most).toBeLessThan(64 * 1_048_576);
  });
});

describe('a workbook of an old Mac', () => {
  it('counts its days from 1904, its numbers as they stand', async () => {
    const columns: ExcelColumn[] = [
      { field: 'day', title: '日期', kind: 'day' },
      { field: 'time', title: '时间', kind: 'time' },
      { field: 'count', title: '数量', kind: 'number' },
    ];
    const file = await write(
      [[{ serial: 44_258, style: 'day' }, { serial: 44_258.5, style: 'time' }, 44_258]],
      columns.map(({ title }) => title),
    );
    const parts = unzipSync(file);
    const text = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
    const old = zipSync({ ...parts, 'xl/workbook.xml': strToU8(text.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')) });
    const input = z.object({ day: z.string(), time: z.string(), count: z.number() });
    const { rows, errors } = parseRows(await readSheet(Buffer.from(old), 10), columns, new Map(), input);
    expect(errors).toEqual([]);
    expect(rows.map(({ value }) => value)).toEqual([{ day: '2025-03-04', time: '2025-03-04T12:00:00+08:00', count: 44_258 }]);
  });
});

describe('reader', () => {
  const book = (sheet: string, more: Record<string, Uint8Array> = {}) =>
    Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8(
          '<x:workbook xmlns:x="a"><x:sheets><x:sheet name="一" sheetId="1" r:id="rId7"/></x:sheets></x:workbook>',
        ),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="rId7" Type="t" Target="/xl/worksheets/other.xml"/></Relationships>',
        ),
        'xl/worksheets/other.xml': strToU8(sheet),
        ...more,
      }),
    );

  it('reads shared strings, rich text, prefixes, gaps, booleans, errors and cached formulas', async () => {
    const file = book(
      `<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
       <x:row r="4"><x:c r="A4" t="b"><x:v>1</x:v></x:c><x:c r="B4" t="e"><x:v>#N/A</x:v></x:c><x:c r="C4"><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c r="D4" s="1"/><x:c r="E4" t="str"><x:v>a&#x4e2d;&amp;</x:v></x:c></x:row>
       <x:row r="5"/></x:sheetData></x:worksheet>`,
      {
        'xl/sharedStrings.xml': strToU8(
          '<sst><si><t>名称</t></si><si><r><t>岗</t></r><r><t xml:space="preserve">位 </t></r><rPh><t>gw</t></rPh></si></sst>',
        ),
      },
    );
    const { rows } = await readSheet(file, 10);
    expect(rows).toEqual([
      { row: 1, cells: ['名称', null, '岗位 '] },
      { row: 4, cells: [true, null, 2, null, 'a中&'] },
    ]);
  });

  it('says what to do with files that people take for a workbook', async () => {
    await expect(readSheet(Buffer.from('名称,岗位\n甲,乙'), 10)).rejects.toThrow('这不是 Excel 工作簿，请上传 xlsx 格式的文件');
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    await expect(readBook(old, () => 10)).rejects.toThrow('请在 Excel 中取消密码并另存为 xlsx 格式');
  });

  it('refuses what is not a workbook, too many rows and bombs', async () => {
    await expect(readSheet(Buffer.from('not a zip at all, only text'), 10)).rejects.toMatchObject({ key: 'file.wrongType' });
    await expect(readSheet(Buffer.from(zipSync({ 'a.txt': strToU8('x') })), 10)).rejects.toMatchObject({ key: 'file.wrongType' });
    const rows = Array.from({ length: 12 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('');
    await expect(readSheet(book(`<sheetData>${rows}</sheetData>`), 10)).rejects.toMatchObject({ key: 'file.tooLarge' });
    const bomb = book(`<sheetData>${' '.repeat(30 * 1_048_576)}</sheetData>`);
    await expect(readSheet(bomb, 10)).rejects.toMatchObject({ key: 'file.tooLarge' });
  });

  it('refuses names that lead out of a folder, and encrypted entries', () => {
    expect(() => zipEntries(Buffer.from(zipSync({ '../evil': strToU8('x') })))).toThrow('条目名称异常');
    expect(() => zipEntries(Buffer.from(zipSync({ 'a\\b': strToU8('x') })))).toThrow('条目名称异常');
    const locked = Buffer.from(zipSync({ a: strToU8('x') }));
    locked.writeUInt16LE(1, locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    expect(() => zipEntries(locked)).toThrow('文件已加密');
  });

  it('counts what really comes out, not what the directory says', async () => {
    const file = book(`<sheetData>${' '.repeat(30 * 1_048_576)}</sheetData>`);
    const name = file.lastIndexOf('xl/worksheets/other.xml');
    file.writeUInt32LE(100, name - 22);
    expect(zipEntries(file).find((entry) => entry.name.endsWith('other.xml'))?.size).toBe(100);
    await expect(readSheet(file, 10)).rejects.toMatchObject({ key: 'file.tooLarge' });
  });
});

describe('cells of an import', () => {
  const column = { field: 'x', title: '值' };
  it('reads dates as numbers or text and refuses impossible ones', () => {
    expect(fromCell(45_351, { ...column, kind: 'day' })).toEqual({ value: '2024-02-29' });
    expect(fromCell('2024/2/29', { ...column, kind: 'day' })).toEqual({ value: '2024-02-29' });
    expect(fromCell('2023-02-29', { ...column, kind: 'day' })).toEqual({ error: '日期不存在' });
    expect(fromCell(45_351.5, { ...column, kind: 'time' })).toEqual({ value: '2024-02-29T12:00:00+08:00' });
    expect(fromCell('下周', { ...column, kind: 'day' })).toEqual({ error: '日期格式应为 2026-01-31' });
  });
  it('takes labels and codes of a dictionary, and names the choices otherwise', () => {
    const labels = new Map([
      ['0', '禁用'],
      ['1', '启用'],
    ]);
    expect(fromCell('启用', { ...column, dict: 'd' }, labels)).toEqual({ value: '1' });
    expect(fromCell(1, { ...column, dict: 'd' }, labels)).toEqual({ value: '1' });
    expect(fromCell('开', { ...column, dict: 'd' }, labels)).toEqual({ error: '“开”不在可选值中，可填：禁用、启用' });
  });
  it('keeps phone numbers whole and refuses numbers that have lost digits', () => {
    expect(fromCell(13_800_000_000, column)).toEqual({ value: '13800000000' });
    expect(fromCell(1.2e17, column)).toMatchObject({ error: expect.stringContaining('文本格式') as string });
    expect(fromCell('  ', { ...column, required: true })).toEqual({ error: '值不能为空' });
  });
});
