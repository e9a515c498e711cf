import { describe, expect, it } from 'vitest';
import { stopwatch } from '#kit/test/spent.ts';
import { plainText } from './document.ts';
import { documentOf } from './html.ts';
import { linkKind } from './link.ts';

const para = (text: string) => ({ type: 'paragraph', line: [{ text }] });

describe('simple HTML', () => {
  it('becomes blocks and marks', () => {
    const html =
      '<h1>标题</h1><p>一段 <b>粗<i>斜</i></b>，<a href="https://a.cn/x?a=1&amp;b=2">链接</a></p>' +
      '<ul><li>甲</li><li><p>乙</p></li></ul><ol><li>1</li></ol><blockquote>引文</blockquote><h4>小标题</h4>';
    expect(documentOf(html)).toEqual({
      form: 1,
      blocks: [
        { type: 'heading', line: [{ text: '标题' }] },
        {
          type: 'paragraph',
          line: [
            { text: '一段 ' },
            { text: '粗', bold: true },
            { text: '斜', bold: true, italic: true },
            { text: '，' },
            { text: '链接', link: 'https://a.cn/x?a=1&b=2' },
          ],
        },
        { type: 'bullets', items: [[{ text: '甲' }], [{ text: '乙' }]] },
        { type: 'numbers', items: [[{ text: '1' }]] },
        { type: 'quote', line: [{ text: '引文' }] },
        { type: 'subheading', line: [{ text: '小标题' }] },
      ],
    });
  });

  it('keeps the text of elements that it does not know, and of broken markup', () => {
    expect(documentOf('<custom-tag>正文<font color=red>红</font></custom-tag>').blocks).toEqual([para('正文红')]);
    expect(documentOf('<p>a < b 且 c > d</p>').blocks).toEqual([para('a < b 且 c > d')]);
    expect(documentOf('<p>未关闭 <b>粗').blocks).toEqual([{ type: 'paragraph', line: [{ text: '未关闭 ' }, { text: '粗', bold: true }] }]);
    expect(documentOf('</p></ul></b>文字').blocks).toEqual([para('文字')]);
  });

  it('reads plain text as paragraphs', () => {
    expect(documentOf('第一行\n\n第三行').blocks).toEqual([para('第一行'), { type: 'paragraph', line: [] }, para('第三行')]);
    expect(documentOf('1 < 2 & 3').blocks).toEqual([para('1 < 2 & 3')]);
    expect(documentOf('  ').blocks).toEqual([]);
  });

  it('is read in time that grows with its length only', () => {
    const spent = stopwatch();
    for (const piece of ['<', '<a ', '<!--', '</', '<p><ul><li>', '<a href="', '&#x', '<b><i>'])
      documentOf(piece.repeat(Math.floor(200_000 / piece.length)));
    expect(spent()).toBeLessThan(5000);
  });
});

/** Attacks of the usual collections: [html, the text that may remain]. */
const CORPUS: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<IMG """><SCRIPT>alert("XSS")</SCRIPT>"\\>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">XSS</text></a>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>',
  '<math href="javascript:alert(1)">CLICK</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<style>@import "javascript:alert(1)";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<p onclick="alert(1)">x</p>',
  '<b onmouseover=alert(1)>x</b>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<a href="/\\evil.example/x">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="https://good.cn@evil.example/">x</a>',
  '<a href="https:\\\\evil.example">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="intent://x#Intent;scheme=javascript;end">x</a>',
  '<a\nhref="javascript:alert(1)">x</a>',
  '<a href=javascript:alert(1)>x</a>',
  '<a href=`javascript:alert(1)`>x</a>',
  '<a x="1" href=\'javascript:alert(1)\'>x</a>',
  '<a href="x" href="javascript:alert(1)">x</a>',
  '<a href="https://a.cn/" onclick="alert(1)">x</a>',
  '<a href="mailto:a@b.cn?body=javascript:1">x</a>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<title></title><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  '<<script>alert(1);//<</script>',
  '<a href="https://a.cn/\u202ecod.exe">x</a>',
  '<ul><li onclick=alert(1)><a href="javascript:alert(1)">x</a></li></ul>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '{{constructor.constructor("alert(1)")()}}',
  '<img src=x:alert(alt) onerror=eval(src) alt=0>',
  '<object type="text/x-scriptlet" data="http://evil/x.html"></object>',
  '<frameset><frame src="javascript:alert(1)"></frameset>',
  '<keygen autofocus onfocus=alert(1)>',
  '<applet code="x.class"></applet>',
  '<bgsound src="javascript:alert(1)">',
  '<layer src="http://evil/x.html"></layer>',
  '<x onclick=alert(1)>x</x>',
];

describe('attacks', () => {
  const keys = new Set([
    'form',
    'blocks',
    'type',
    'line',
    'items',
    'text',
    'bold',
    'italic',
    'underline',
    'link',
    'rows',
    'isHead',
    'cells',
  ]);
  const types = new Set(['paragraph', 'heading', 'subheading', 'quote', 'bullets', 'numbers', 'table']);

  it.each(CORPUS)('%s leaves nothing but text, marks and allowed links', (html) => {
    for (const wrapped of [html, `<p>${html}</p>`, `前${html}后`, `<ul><li>${html}`]) {
      const document = documentOf(wrapped);
      JSON.stringify(document, (key, value: unknown) => {
        if (key !== '' && !/^\d+$/.test(key)) expect(keys).toContain(key);
        if (key === 'type') expect(types).toContain(value);
        if (key === 'link') {
          expect(linkKind(String(value))).not.toBeNull();
          expect(String(value)).toMatch(/^(\/(?![/\\])|https?:\/\/|mailto:)/i);
        }
        return value;
      });
    }
  });

  it('takes the content of scripts and styles out of the text', () => {
    expect(plainText(documentOf('<p>甲<script>alert(1)</script>乙<style>p{}</style></p>'))).toBe('甲乙');
  });
});

describe('links', () => {
  it('lead to own pages, web pages and mail addresses only', () => {
    expect(['/home', '/basic/system/notice?open=new#x'].map(linkKind)).toEqual(['own', 'own']);
    expect(['https://a.cn', 'http://a.cn:8080/x?y=1#z', 'HTTPS://A.CN/'].map(linkKind)).toEqual(['web', 'web', 'web']);
    expect(linkKind('mailto:a@b.cn')).toBe('mail');
    for (const bad of [
      '',
      'home',
      '//a.cn',
      '/\\a.cn',
      'javascript:alert(1)',
      'java\nscript:x',
      'https://',
      'https://u@a.cn',
      'ftp://a',
      `/${'x'.repeat(600)}`,
    ])
      expect(linkKind(bad), bad).toBeNull();
  });
});

describe('tables', () => {
  const cells = (html: string) =>
    documentOf(html).blocks.flatMap((block) =>
      block.type === 'table' ? [block.rows.map((row) => row.cells.map((cell) => cell.map((piece) => piece.text).join('')))] : [],
    );

  it('keep rows, cells, marks and the row of headings', () => {
    const html =
      '<table><thead><tr><th>名称</th><th>数量</th></tr></thead><tbody><tr><td><p>钢<b>材</b></p></td><td>3<br>吨</td></tr></tbody></table>';
    expect(documentOf(html).blocks).toEqual([
      {
        type: 'table',
        rows: [
          { isHead: true, cells: [[{ text: '名称' }], [{ text: '数量' }]] },
          { isHead: false, cells: [[{ text: '钢' }, { text: '材', bold: true }], [{ text: '3\n吨' }]] },
        ],
      },
    ]);
  });

  it('of Word lose merged cells but no text and no place', () => {
    const html =
      '<table class=MsoTableGrid><tr><td colspan=2><p class=MsoNormal>合并<o:p></o:p></p></td><td rowspan=2>右</td></tr>' +
      '<tr><td><p>甲</p><p>乙</p></td><td></td></tr></table><p>后</p>';
    expect(cells(html)).toEqual([
      [
        ['合并', '', '右'],
        ['甲\n乙', '', ''],
      ],
    ]);
    expect(plainText(documentOf(html))).toContain('后');
  });

  it('inside each other, unclosed or empty end in text or in nothing', () => {
    expect(cells('<table><tr><td>外<table><tr><td>内</td></tr></table></td></tr></table>')).toEqual([[['外\n内']]]);
    expect(cells('<table><tr><td>未关闭')).toEqual([[['未关闭']]]);
    expect(documentOf('<table><tr><td></td></tr></table>').blocks).toEqual([]);
    expect(cells(`<table><tr><td colspan=99999999 rowspan="-5">x</td></tr></table>`)[0]?.[0]).toHaveLength(20);
  });
});

describe('pictures', () => {
  const NAME = `${'0123456789abcdef'.repeat(2)}.png`;

  it('that were uploaded here stay, with their description and width', () => {
    const html = `<p>前</p><img src="/sjzt-datax/file/fileView/${NAME}?e=1&amp;s=2" alt="示意&quot;图" data-width="50" onerror=alert(1)>`;
    expect(documentOf(html).blocks).toEqual([para('前'), { type: 'image', fileName: NAME, alt: '示意"图', width: 50 }]);
  });

  it('of other servers, other schemes and other names are left out', () => {
    for (const src of [
      `https://evil.cn/file/fileView/${NAME}`,
      `//evil.cn/sjzt-datax/file/fileView/${NAME}`,
      `/sjzt-datax/file/fileView/../../${NAME}`,
      `/file/fileView/${NAME}.svg`,
      `/file/fileView/${'a'.repeat(32)}.svg`,
      `/file/fileView/${'a'.repeat(32)}.pdf`,
      'data:image/svg+xml;base64,PHN2Zz4=',
      'javascript:alert(1)',
      'file:///C:/x.png',
      'x',
    ])
      expect(documentOf(`<p>字</p><img src="${src}">`).blocks, src).toEqual([para('字')]);
  });
});
