import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { AppError } from '#kit/contract/errors.ts';
import { stopwatch } from '#kit/test/spent.ts';
import { readSheet } from './reader.ts';

const BOOK = '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
const RELS = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';
const book = (sheet: string, over: Record<string, string> = {}): Buffer => {
  const parts = { 'xl/workbook.xml': BOOK, 'xl/_rels/workbook.xml.rels': RELS, 'xl/worksheets/sheet1.xml': sheet, ...over };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
};
/** Rows that cannot be compressed well pass the ratio check, so the noise keeps the bombs honest. */
const noise = (n: number) => Array.from({ length: n }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
const cell = (row: number | string, text: string) => `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${text}</t></is></c></row>`;

const open = '<worksheet><sheetData>';
it.each([
  ['tags without an end', `${open}${noise(90_000)}${'<row '.repeat(200_000)}`],
  ['elements without an end', `${open}${noise(90_000)}${'<row>'.repeat(200_000)}`],
  ['cells without an end', `${open}${noise(60_000)}<row r="1">${'<c r="A1">'.repeat(90_000)}</row>`],
  ['cell tags without an end', `${open}${noise(60_000)}<row r="1">${'<c r="A1" '.repeat(90_000)}</row>`],
  ['hints without an end', `${open}${noise(60_000)}<row r="1"><c r="A1" t="inlineStr"><is>${'<rPh>'.repeat(150_000)}</is></c></row>`],
  ['texts without an end', `${open}${noise(60_000)}<row r="1"><c r="A1" t="inlineStr"><is>${'<t>'.repeat(250_000)}</is></c></row>`],
  ['values without an end', `${open}${noise(60_000)}<row r="1"><c r="A1">${'<v>'.repeat(250_000)}</c></row>`],
  ['blanks in a tag', `${open}${noise(60_000)}<row r="1"><c ${' r'.repeat(400_000)}></c></row>`],
])('%s take no longer than other texts', async (_, sheet) => {
  const spent = stopwatch();
  await readSheet(book(sheet), 1000).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  expect(spent()).toBeLessThan(3_000);
});

it.each<[string, { sheet: string; strings?: string }]>([
  ['empty rows', { sheet: `${open}${noise(90_000)}${'<row/>'.repeat(1_100_000)}` }],
  ['empty texts', { sheet: open, strings: `${noise(90_000)}${'<si/>'.repeat(2_100_000)}` }],
  ['things that mean nothing', { sheet: `${open}${noise(90_000)}${'<!>'.repeat(12_100_000)}` }],
])('more %s than any sheet has are refused, though they take few bytes', async (_, { sheet, strings }) => {
  const file = book(sheet, strings === undefined ? {} : { 'xl/sharedStrings.xml': strings });
  expect(file.length).toBeLessThan(2_000_000);
  await expect(readSheet(file, 1000)).rejects.toMatchObject({
    key: 'file.tooLarge',
    message: expect.stringContaining('过于复杂') as string,
  });
});

it('a list of sheets or relations without an end is read once too', async () => {
  const spent = stopwatch();
  const overs: Record<string, string>[] = [
    { 'xl/workbook.xml': `${noise(9_000)}${'<sheet '.repeat(120_000)}` },
    { 'xl/_rels/workbook.xml.rels': `${noise(9_000)}${'<Relationship '.repeat(60_000)}` },
  ];
  for (const over of overs) await expect(readSheet(book('', over), 10)).rejects.toBeInstanceOf(AppError);
  expect(spent()).toBeLessThan(3_000);
});

it('reads what other programs write', async () => {
  const sheet = `<?xml version="1.0"?><!-- <row r="9"> --><x:worksheet xmlns:x="m"><x:sheetData>
    <x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:r><x:t>甲</x:t></x:r><x:r><x:t xml:space="preserve"> &amp; 乙</x:t></x:r><x:rPh><x:t>カ</x:t></x:rPh></x:is></x:c><x:c r="C1"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row>
    <x:row r="2"/><x:row r="3"><x:c r="A3" s="1"/><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c r="C3" t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const { rows } = await readSheet(book(sheet, { 'xl/sharedStrings.xml': '<sst><si><t>零</t></si><si><t>壹</t></si></sst>' }), 10);
  expect(rows).toEqual([
    { row: 1, cells: ['甲 & 乙', null, 2] },
    { row: 3, cells: [null, '壹', true] },
  ]);
});

it('row numbers that no sheet has are counted instead', async () => {
  const { rows } = await readSheet(book(`${open}${cell(1, 'a')}${cell('1e400', 'b')}${cell(-5, 'c')}${cell(1e15, 'd')}`), 10);
  expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
});
