import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '#kit/test/web-page.tsx';
import type { SavedView } from './list-settings.ts';
import { EMPTY_STATE, type ListState } from './list-state.ts';
import { ViewTabs } from './ViewTabs.tsx';

const FIXED: SavedView = { id: 'open', name: '待处理', values: { state: 'open' }, sort: '' };
const OWN: SavedView = { id: 'v3', name: '我的', values: { name: '李' }, sort: '-name' };

function show({
  state = {},
  views = [OWN],
  total = '12' as string | null,
}: { state?: Partial<ListState>; views?: SavedView[]; total?: string | null } = {}) {
  const opened: (string | null)[] = [];
  const saved: { views: readonly SavedView[]; open: string | undefined }[] = [];
  const page = openPage(
    <ViewTabs
      views={views}
      fixed={[FIXED]}
      state={{ ...EMPTY_STATE, ...state }}
      total={total}
      onOpen={(view) => opened.push(view?.name ?? null)}
      onSave={(next, open) => saved.push({ views: next, open: open?.id })}
    />,
  );
  return { ...page, opened, saved };
}
const tab = (name: string | RegExp) => screen.getByRole('button', { name });
const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent);

describe('the tabs of saved filters', () => {
  it('stand in order, the open one pressed, with how many rows it has', () => {
    show();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['全部12', '待处理', '我的', '保存视图']);
    expect(pressed()).toEqual(['全部12']);
  });
  it('show no number while none is known', () => {
    show({ total: null });
    expect(pressed()).toEqual(['全部']);
  });
  it('open what is pressed', async () => {
    const { user, opened } = show();
    await user.click(tab('我的'));
    await user.click(tab('待处理'));
    await user.click(tab(/全部/));
    expect(opened).toEqual(['我的', '待处理', null]);
  });
  it('mark a view whose filter or order was changed since, and no other', () => {
    const isMarked = (state: Partial<ListState>) => {
      const { unmount } = show({ state: { view: 'v3', ...state } });
      const marked = screen.queryByTitle(/筛选条件已改动/) !== null;
      unmount();
      return marked;
    };
    expect(isMarked({ values: { name: '李' }, sort: '-name' })).toBe(false);
    expect(isMarked({ values: { name: '王' }, sort: '-name' })).toBe(true);
    expect(isMarked({ values: { name: '李' }, sort: 'name' })).toBe(true);
  });
  it('offer 管理视图 for an own view only', () => {
    show({ state: { view: 'open', values: { state: 'open' } } });
    expect(screen.queryByRole('button', { name: '管理视图' })).toBeNull();
    expect(pressed()).toEqual(['待处理12']);
  });
});

describe('an own view', () => {
  const other: SavedView = { id: 'v5', name: '别的', values: {}, sort: '' };
  it('takes over the filter of the moment, and leaves the others as they are', async () => {
    const { user, saved, opened } = show({ views: [OWN, other], state: { view: 'v3', values: { name: '王' }, sort: 'name' } });
    await user.click(tab('管理视图'));
    await user.click(await screen.findByText('用当前条件更新'));
    expect(saved).toEqual([{ views: [{ ...OWN, values: { name: '王' }, sort: 'name' }, other], open: undefined }]);
    expect(opened).toEqual([]);
  });
  it('has nothing to take over while its filter is unchanged', async () => {
    const { user } = show({ state: { view: 'v3', values: { name: '李' }, sort: '-name' } });
    await user.click(tab('管理视图'));
    await waitFor(() => expect(screen.getByText('用当前条件更新').closest('[role=menuitem]')!.getAttribute('aria-disabled')).toBe('true'));
  });
  it('is removed alone, and 全部 opens', async () => {
    const { user, saved, opened } = show({ views: [OWN, other], state: { view: 'v3', values: { name: '李' }, sort: '-name' } });
    await user.click(tab('管理视图'));
    await user.click(await screen.findByText('删除视图'));
    expect(saved).toEqual([{ views: [other], open: undefined }]);
    expect(opened).toEqual([null]);
  });
});

describe('saving a view', () => {
  it('wants a name, takes the filter of the moment under a new id and opens it', async () => {
    const { user, saved } = show({ state: { values: { name: '赵' }, sort: 'code' } });
    await user.click(tab(/保存视图/));
    const box = await screen.findByRole('textbox', { name: '视图名称' });
    const save = screen.getByRole('button', { name: /保\s*存$/ });
    expect(save).toHaveProperty('disabled', true);
    await user.type(box, '  ');
    expect(save).toHaveProperty('disabled', true);
    await user.type(box, '{Enter}');
    expect(saved).toEqual([]);
    await user.type(box, '赵家 {Enter}');
    expect(saved).toEqual([{ views: [OWN, { id: 'v4', name: '赵家', values: { name: '赵' }, sort: 'code' }], open: 'v4' }]);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '视图名称' })).toBeNull());
  });
  it('begins with v1, and ends at twenty views', () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ ...OWN, id: `v${i + 1}`, name: `第${i + 1}个` }));
    show({ views: many });
    expect(screen.queryByRole('button', { name: /保存视图/ })).toBeNull();
  });
  it('is possible with nineteen', () => {
    show({ views: Array.from({ length: 19 }, (_, i) => ({ ...OWN, id: `v${i + 1}`, name: `第${i + 1}个` })) });
    expect(screen.queryByRole('button', { name: /保存视图/ })).not.toBeNull();
  });
});
