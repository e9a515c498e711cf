import { expect, it } from 'vitest';
import { savedText } from './use-release.ts';

const flow = { flowStatus: '3' };
it.each([
  ['in use at once', '1', { status: '1', flow: null }, '规则已保存'],
  ['waits for its approval', '1', { status: '0', flow }, '规则已保存并提交审批，通过后启用'],
  ['waits for somebody who may submit it', '1', { status: '0', flow: null }, /需要审批/],
  ['was to be off', '0', { status: '0', flow: null }, '规则已保存'],
  ['cannot be read again', '1', null, '规则已保存'],
] as const)('a saved rule that %s says so', (_, wanted, now, text) => expect(savedText(wanted, now)).toMatch(text));
it('says nothing of an approval where there is none', () => expect(savedText('1', { status: '1', flow: null })).not.toContain('审批'));
