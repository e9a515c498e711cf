import { describe, expect, it } from 'vitest';
import type { NoticeDocument } from '../../contract/document.ts';
import { documentOf } from '../../core/html.ts';
import { editorDoc, fragmentOf, storedDocument } from './convert.ts';

const NAME = `${'0123456789abcdef'.repeat(2)}.png`;
const EVERYTHING: NoticeDocument = {
  form: 1,
  blocks: [
    { type: 'heading', line: [{ text: '标题' }] },
    { type: 'subheading', line: [{ text: '小标题' }] },
    {
      type: 'paragraph',
      line: [
        { text: '普通' },
        { text: '粗斜', bold: true, italic: true },
        { text: '线', underline: true },
        { text: '链接', link: 'https://a.cn' },
        { text: '前\n后' },
      ],
    },
    { type: 'paragraph', line: [] },
    { type: 'quote', line: [{ text: '引文' }] },
    { type: 'bullets', items: [[{ text: '甲' }], [{ text: '乙', bold: true }]] },
    { type: 'numbers', items: [[{ text: '一' }]] },
    { type: 'image', fileName: NAME, alt: '图', width: 50 },
    {
      type: 'table',
      rows: [
        { isHead: true, cells: [[{ text: '名称' }], [{ text: '数量' }]] },
        { isHead: false, cells: [[{ text: '钢材\n二号' }], []] },
      ],
    },
    { type: 'image', fileName: NAME, alt: '' },
  ],
};

describe('a stored document in the editor', () => {
  it('comes out as it went in, whatever blocks it has', () => {
    const doc = editorDoc(EVERYTHING);
    doc.check();
    expect(storedDocument(doc)).toEqual(EVERYTHING);
  });

  it('without a block is one empty paragraph, and nothing when stored again', () => {
    const doc = editorDoc({ form: 1, blocks: [] });
    doc.check();
    expect(doc.childCount).toBe(1);
    expect(storedDocument(doc)).toEqual({ form: 1, blocks: [] });
  });

  it('loses links that lead nowhere good', () => {
    const bad: NoticeDocument = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: 'x', link: 'javascript:alert(1)' }] }] };
    expect(storedDocument(editorDoc(bad)).blocks).toEqual([{ type: 'paragraph', line: [{ text: 'x' }] }]);
  });

  it('takes what Word puts on the clipboard as blocks of its own', () => {
    const pasted = documentOf(
      '<html><head><style>p.MsoNormal{}</style></head><body><!--StartFragment--><p class=MsoNormal><b>一、总则</b><o:p></o:p></p>' +
        '<table><tr><td>甲</td></tr></table><img src="file:///C:/x.png" onerror=alert(1)><script>alert(1)</script></body></html>',
    );
    const content = fragmentOf(pasted);
    content.forEach((node) => node.check());
    expect(content.content.map((node) => node.type.name)).toEqual(['paragraph', 'table']);
  });
});
