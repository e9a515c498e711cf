import { screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { expect, it, vi } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import type { NoticeHead } from '../../contract/message.ts';
import MustRead from './MustRead.tsx';

const head = (id: string, title: string): NoticeHead => ({
  id,
  title,
  type: '1',
  summary: '',
  topFlag: '0',
  mustRead: '1',
  publishTime: '2026-11-01T00:00:00Z',
  publisher: '综合办',
  readTime: null,
});

it('a notice that must be read has the keyboard in its text: a stray key neither locks nor confirms', async () => {
  signInWith();
  const onLock = vi.fn();
  const waiting = [head('7', '保密管理规定'), head('8', '放假通知')];
  const still = { token: { motion: false } };
  const dialog = (
    <ConfigProvider theme={still}>
      <MustRead waiting={waiting} onLock={onLock} />
    </ConfigProvider>
  );
  const page = openPage(dialog, {
    answers: {
      'GET /system/notices/mine/7': { id: '7', content: { blocks: [] }, files: [] },
      'POST /system/notices/read/7': null,
    },
  });
  const text = await screen.findByRole('document', { name: '公告正文：保密管理规定' });
  await vi.waitFor(() => expect(document.activeElement).toBe(text));
  await page.user.keyboard('{Enter} {Escape}');
  expect(onLock).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: '保密管理规定' })).toBeTruthy();
  expect(page.sent.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
  expect(screen.getByText('还有 1 条待确认')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: '锁屏' }));
  expect(onLock).toHaveBeenCalledOnce();
});
