import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, type SessionUser } from '../session.ts';
import { Slot, SlotPartView, useSlot } from './Slot.tsx';
import { setSlots } from './slots.ts';

const signIn = (perms: string[]) =>
  session.setAccount({ user: { id: '1', username: 'a', nickname: 'a', roles: [] } as unknown as SessionUser, menus: [], perms });
const part = (Part: (of: { tableId: string }) => React.ReactNode) => () => Promise.resolve({ default: Part });
const scoreOf = part(({ tableId }) => <b>质量分 {tableId}</b>);

function TabBar() {
  return useSlot('metadata.table.tabs').map((tab) => (
    <div key={tab.key} role="tabpanel" aria-label={tab.title}>
      <SlotPartView part={tab} of={{ tableId: '7' }} failed={(error) => <i>没有显示出来：{error.message}</i>} />
    </div>
  ));
}

beforeEach(() => signIn([]));
afterEach(() => setSlots([]));

describe('a place that other modules fill', () => {
  it('shows what each module brings, in order, with the thing it stands beside', async () => {
    const later = part(() => <b>认证</b>);
    setSlots([
      { 'metadata.table.badges': [{ key: 'certified', load: later }] },
      { 'metadata.table.badges': [{ key: 'score', order: 10, load: scoreOf }] },
    ]);
    const { container } = render(<Slot name="metadata.table.badges" of={{ tableId: '42' }} />);
    await screen.findByText('认证');
    expect(container.textContent).toBe('质量分 42认证');
  });

  it('leaves no trace when nobody brings anything', () => {
    setSlots([{ 'home.rail': [] }]);
    expect(render(<Slot name="metadata.table.badges" of={{ tableId: '1' }} />).container.innerHTML).toBe('');
  });

  it('neither shows nor loads what the account may not see', async () => {
    const load = vi.fn(scoreOf);
    setSlots([{ 'metadata.table.tabs': [{ key: 'quality', title: '质量', perms: ['quality:score:list', 'quality:rule:list'], load }] }]);
    const { unmount } = render(<TabBar />);
    expect(screen.queryByRole('tabpanel')).toBeNull();
    expect(load).not.toHaveBeenCalled();
    unmount();

    signIn(['quality:rule:list']);
    render(<TabBar />);
    await screen.findByText('质量分 7');
    expect(screen.getByRole('tabpanel', { name: '质量' }).textContent).toBe('质量分 7');
  });

  it('keeps what fails to its own place', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    setSlots([
      {
        'metadata.table.tabs': [
          {
            key: 'broken',
            title: '坏',
            order: 1,
            load: part(() => {
              throw new Error('boom');
            }),
          },
          { key: 'score', title: '质量', order: 2, load: scoreOf },
        ],
      },
    ]);
    render(<TabBar />);
    await screen.findByText('质量分 7');
    expect(screen.getByRole('tabpanel', { name: '质量' }).textContent).toBe('质量分 7');
    expect(screen.getByRole('tabpanel', { name: '坏' }).textContent).toBe('没有显示出来：boom');
    quiet.mockRestore();
  });

  it('refuses two parts with one key', () => {
    const tab = { key: 'quality', load: scoreOf };
    expect(() => setSlots([{ 'metadata.table.badges': [tab] }, { 'metadata.table.badges': [tab] }])).toThrow(
      /quality.*metadata\.table\.badges/,
    );
  });
});
