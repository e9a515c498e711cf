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
