import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ConfirmHost } from './ConfirmHost.tsx';
import { confirmDialog, noticeDialog } from './dialog.tsx';

afterEach(cleanup);

const open = (ask: () => unknown) => {
  render(
    <>
      <button type="button" onClick={() => void ask()}>
        问
      </button>
      <ConfirmHost />
    </>,
  );
  return userEvent.setup();
};
const question = () => screen.getByRole('dialog');
const press = (name: string) => within(question()).getByRole('button', { name: new RegExp(`^(loading )?${name}$`) });

it('asks one question after the other and gives the focus back', async () => {
  const answers: boolean[] = [];
  const user = open(async () => {
    const both = [
      confirmDialog({ content: '删除目录“旧”？', danger: true, okText: '删除' }),
      confirmDialog({ content: '关闭？', okText: '关闭' }),
    ];
    answers.push(...(await Promise.all(both)));
  });
  await user.click(screen.getByRole('button', { name: '问' }));
  expect(question().textContent).toContain('删除目录“旧”？');
  expect(document.activeElement).toBe(press('取 消'));
  await user.click(press('删 除'));
  expect(question().textContent).toContain('关闭？');
  expect(document.activeElement).toBe(press('关 闭'));
  await user.click(press('取 消'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(answers).toEqual([true, false]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '问' }));
});

it('stays open for another try when the work behind the answer fails', async () => {
  let tries = 0;
  const onOk = () => (++tries === 1 ? Promise.reject(new Error('没有连接')) : Promise.resolve());
  const user = open(() => confirmDialog({ content: '恢复？', okText: '恢复', onOk }));
  await user.click(screen.getByRole('button', { name: '问' }));
  await user.click(press('恢 复'));
  expect(question().textContent).toContain('恢复？');
  await user.click(press('恢 复'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tries).toBe(2);
});

it('tells a notice with one button only', async () => {
  const user = open(() => noticeDialog({ title: '导出的不是全部数据', content: '只有前一万行' }));
  await user.click(screen.getByRole('button', { name: '问' }));
  expect(within(question()).queryByText('取消')).toBeNull();
  await user.click(press('确 定'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps the focus on the safe button until the person moves it', async () => {
  const user = open(() => confirmDialog({ content: '删除？', danger: true, okText: '删除' }));
  await user.click(screen.getByRole('button', { name: '问' }));
  const corner = within(question()).getByRole('button', { name: 'Close' });
  // as the focus trap of the library does when it is set late
  corner.focus();
  expect(document.activeElement).toBe(press('取 消'));
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(corner);
});
