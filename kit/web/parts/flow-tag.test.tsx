import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { setSlots } from '../slots/slots.ts';
import { FlowTag } from './FlowTag.tsx';

const flow = { flowStatus: '3', processInstanceId: '71', businessType: 'a.b', businessTypeName: '看板发布' } as const;

function Approval({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <div role="dialog" aria-label={`审批 ${id}`}>
      <button type="button" onClick={onClose}>
        关闭
      </button>
    </div>
  );
}

beforeEach(() => signInWith());
afterEach(() => setSlots([]));

describe('the approval that a record is in', () => {
  it('is its state in words, and what stands there otherwise when there is none', () => {
    openPage(
      <>
        <FlowTag flow={flow} />
        <FlowTag flow={null}>草稿</FlowTag>
      </>,
    );
    expect(screen.getByText('审核中')).toBeTruthy();
    expect(screen.getByText('草稿')).toBeTruthy();
    // nobody shows approvals here
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('opens beside the record and closes again; the row around it hears nothing', async () => {
    setSlots([{ 'flow.instance': [{ key: 'workflow', load: () => Promise.resolve({ default: Approval }) }] }]);
    const row = vi.fn();
    const { address, router } = openPage(
      <div role="presentation" onClick={row}>
        <FlowTag flow={flow} />
      </div>,
      { at: '/boards?page=2' },
    );
    await userEvent.click(screen.getByRole('button', { name: '看板发布审核中，查看审批' }));
    await screen.findByRole('dialog', { name: '审批 71' });
    expect(address()).toBe('/boards?page=2&approval=71');
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/boards?page=2');
    expect(row).not.toHaveBeenCalled();
    // back and forward go through it
    await act(() => router.navigate(-1));
    await screen.findByRole('dialog', { name: '审批 71' });
    await act(() => router.navigate(-1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is open where a link leads to it, whether or not the page shows its record', async () => {
    setSlots([{ 'flow.instance': [{ key: 'workflow', load: () => Promise.resolve({ default: Approval }) }] }]);
    openPage(<p>看板</p>, { at: '/boards?approval=71' });
    await screen.findByRole('dialog', { name: '审批 71' });
  });
});
