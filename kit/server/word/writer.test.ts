import { unzipSync, strFromU8 } from 'fflate';
import { expect, test } from 'vitest';
import { wordDocument, type WordBlock } from './writer.ts';

async function written(blocks: Iterable<WordBlock> | AsyncIterable<WordBlock>): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of wordDocument('页脚 <1>', blocks)) pieces.push(piece);
  return Object.fromEntries(Object.entries(unzipSync(Buffer.concat(pieces))).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Every start tag has its end. */
function assertWellFormed(text: string): void {
  const open: string[] = [];
  for (const [, close, name, self] of text.matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (self) continue;
    if (close) expect(open.pop()).toBe(name);
    else open.push(name!);
  }
  expect(open).toEqual([]);
}

test('a document holds its headings, texts and tables, and every part is well formed', async () => {
  const parts = await written([
    { kind: 'title', text: '数据库文档' },
    { kind: 'contents' },
    { kind: 'heading', level: 1, text: '模式 <ods> & "x"' },
    { kind: 'table', columns: [{ title: '字段', width: 1 }], rows: [['客户😀\0名称'], [null], ['第一行\n第二行']] },
    { kind: 'code', text: 'select 1\nfrom t' },
  ]);
  for (const text of Object.values(parts)) assertWellFormed(text.replace(/^<\?xml.*\?>\n/, ''));
  const body = parts['word/document.xml']!;
  expect(body).toContain('模式 &lt;ods&gt; &amp; &quot;x&quot;');
  expect(body).toContain('客户😀名称');
  expect(body).toContain('第一行</w:t><w:br/>');
  expect(body.match(/<w:tr>/g)).toHaveLength(4);
  expect(body.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(parts['word/footer.xml']).toContain('页脚 &lt;1&gt;');
  for (const id of body.matchAll(/w:pStyle w:val="(\w+)"/g)) expect(parts['word/styles.xml']).toContain(`w:styleId="${id[1]}"`);
});

test('a table has its widths by their shares, a head that is repeated on each page, and rows that no page cuts', async () => {
  const parts = await written([
    {
      kind: 'table',
      columns: [
        { title: '字段', width: 1 },
        { title: '说明', width: 3 },
      ],
      rows: [['a', null], ['b']],
    },
  ]);
  const body = parts['word/document.xml']!;
  const rows = [...body.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row]) => row!);
  // 29.7 cm without margins of 2 cm, shared as 1 to 3
  expect([...body.matchAll(/<w:gridCol w:w="(\d+)"\/>/g)].map(([, width]) => width)).toEqual(['3643', '10928']);
  for (const row of rows) expect([...row.matchAll(/<w:tcW w:w="(\d+)"/g)].map(([, width]) => width)).toEqual(['3643', '10928']);
  const seen = rows.map((row) => ({
    isHead: row.includes('<w:tblHeader/>'),
    isWhole: row.includes('<w:cantSplit/>'),
    shaded: row.match(/<w:shd /g)?.length ?? 0,
    styles: [...row.matchAll(/w:pStyle w:val="(\w+)"/g)].map(([, style]) => style),
    texts: [...row.matchAll(/<w:t xml:space="preserve">(.*?)<\/w:t>/g)].map(([, text]) => text),
  }));
  expect(seen).toEqual([
    { isHead: true, isWhole: false, shaded: 2, styles: ['CellHead', 'CellHead'], texts: ['字段', '说明'] },
    { isHead: false, isWhole: true, shaded: 0, styles: ['Cell', 'Cell'], texts: ['a', ''] },
    { isHead: false, isWhole: true, shaded: 0, styles: ['Cell', 'Cell'], texts: ['b', ''] },
  ]);
  // the table ends before the paragraph that keeps it apart from the next one
  expect(body).toContain('</w:tbl><w:p><w:pPr><w:pStyle w:val="Gap"/>');
});

test('texts, quiet texts and breaks of pages stand in their styles; lines break between and not before', async () => {
  const parts = await written([
    { kind: 'text', text: '一\n二' },
    { kind: 'text', text: '静', isQuiet: true },
    { kind: 'pageBreak' },
    { kind: 'heading', level: 3, text: '节' },
  ]);
  const body = parts['word/document.xml']!;
  expect([...body.matchAll(/w:pStyle w:val="(\w+)"/g)].map(([, style]) => style)).toEqual(['Normal', 'Quiet', 'Heading3']);
  expect(body).toContain('<w:r><w:t xml:space="preserve">一</w:t><w:br/><w:t xml:space="preserve">二</w:t></w:r>');
  expect(body.match(/<w:br w:type="page"\/>/g)).toHaveLength(1);
  expect(body).toContain('w:w="16838" w:h="11906" w:orient="landscape"');
  // the number of the page stands between the marks of a field
  expect(parts['word/footer.xml']).toMatch(
    /begin"\/><\/w:r><w:r><w:instrText xml:space="preserve"> PAGE <\/w:instrText><\/w:r><w:r><w:fldChar w:fldCharType="end"/,
  );
});

test('pieces come while rows are still being made, and a failure of the rows breaks the file', async () => {
  let made = 0;
  const rows = (function* () {
    for (; made < 20_000; made++) yield [`第${made}行，一些不容易压缩的内容 ${Math.sin(made)}`];
    throw new Error('source gone');
  })();
  const pieces = wordDocument('', [{ kind: 'table', columns: [{ title: '值', width: 1 }], rows }]);
  let sawEarly = false;
  const drain = async () => {
    for await (const piece of pieces) sawEarly ||= made < 20_000 && piece.length > 1000;
  };
  await expect(drain()).rejects.toThrow('source gone');
  expect(sawEarly).toBe(true);
});
