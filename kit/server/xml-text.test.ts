import { expect, it } from 'vitest';
import { xmlText } from './xml-text.ts';

it('escapes what XML would read as its own, keeps a carriage return, and leaves out what XML cannot hold', () => {
  expect(xmlText(`<a b="c">&'\r\n`)).toBe(`&lt;a b=&quot;c&quot;&gt;&amp;'&#13;\n`);
  expect(xmlText('甲\u0000乙\u000b\ud83d丙😀\udc00\uffff')).toBe('甲乙丙😀');
});
