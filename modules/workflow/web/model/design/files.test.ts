import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { firstBpmn, zipOf } from './files.ts';

const XML = '<definitions><process id="p" name="流程"/></definitions>';
const bytes = (text: string) => new TextEncoder().encode(text);
const file = (name: string, content: BlobPart) => new File([content], name);

describe('files of a process', () => {
  it('are the same after writing and reading', async () => {
    const archive = zipOf([
      { name: '说明.txt', bytes: bytes('x') },
      { name: '流程.bpmn', bytes: bytes(XML) },
    ]);
    expect(await firstBpmn(file('a.zip', archive))).toBe(XML);
    expect(await firstBpmn(file('a.bpmn', XML))).toBe(XML);
  });

  it('are read from a compressed archive too', async () => {
    const packed = deflateRawSync(XML);
    const archive = zipOf([{ name: 'a.bpmn', bytes: new Uint8Array(packed) }]);
    const view = new DataView(archive.buffer);
    // said to be deflated, in both places
    view.setUint16(8, 8, true);
    const list = archive.length - 22 - 46 - 'a.bpmn'.length;
    view.setUint16(list + 10, 8, true);
    expect(await firstBpmn(file('a.zip', archive))).toBe(XML);
  });

  it.each([
    ['no archive', file('a.zip', 'hello'), 'ZIP'],
    ['an archive without one', file('a.zip', zipOf([{ name: 'a.txt', bytes: bytes('x') }])), '没有 BPMN'],
    ['no process', file('a.bpmn', '<html/>'), '没有流程'],
    ['entities', file('a.bpmn', `<!DOCTYPE x>${XML}`), 'DOCTYPE'],
    ['too large', file('a.bpmn', 'x'.repeat(1_000_001)), '1MB'],
  ])('%s is told', (_name, wrong, sentence) => expect(firstBpmn(wrong)).rejects.toThrow(sentence));
});
