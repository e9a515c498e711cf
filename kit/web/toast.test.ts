import type { MessageInstance } from 'antd/es/message/interface.js';
import { afterEach, expect, it } from 'vitest';
import { setToastHost, toast, whenToastWaits } from './toast.ts';

function place() {
  const shown: unknown[] = [];
  const open = ({ content }: { content: unknown }) => void shown.push(content);
  return { shown, host: { open } as unknown as MessageInstance };
}
afterEach(() => {
  whenToastWaits(null);
  setToastHost(null);
});

it('a message appears where the page shows messages', () => {
  const { shown, host } = place();
  setToastHost(host);
  toast.success('保存成功');
  expect(shown).toEqual(['保存成功']);
});

it('a page that brings the place late hears of the first message and shows it then', () => {
  const { shown, host } = place();
  let asked = 0;
  whenToastWaits(() => (asked += 1));
  toast.error('请求错误');
  expect(asked).toBe(1);
  setToastHost(host);
  expect(shown).toEqual(['请求错误']);
});

it('without a place nothing is kept for a later page', () => {
  toast.error('请求错误');
  const { shown, host } = place();
  setToastHost(host);
  expect(shown).toEqual([]);
});
