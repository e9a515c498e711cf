import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PurgeDialog } from './PurgeDialog.tsx';

const button = () => screen.getByRole('button', { name: '彻底删除' });

it('asks for the name of what goes for good', () => {
  const onOk = vi.fn<() => void>();
  render(<PurgeDialog text="表单“安全检查”" name="安全检查" busy={false} onOk={onOk} onCancel={() => undefined} />);
  const typed = screen.getByRole('textbox', { name: '输入名称确认' });
  for (const wrong of ['', '安全', '彻底删除']) {
    fireEvent.change(typed, { target: { value: wrong } });
    expect(button()).toHaveProperty('disabled', true);
  }
  fireEvent.change(typed, { target: { value: '安全检查' } });
  fireEvent.click(button());
  expect(onOk).toHaveBeenCalledOnce();
});

it('asks for a word where several things go or it has no name', () => {
  render(<PurgeDialog text="用户“甲”、用户“乙”" name={null} busy={false} onOk={() => undefined} onCancel={() => undefined} />);
  expect(button()).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByRole('textbox', { name: '输入彻底删除确认' }), { target: { value: '彻底删除' } });
  expect(button()).toHaveProperty('disabled', false);
});
