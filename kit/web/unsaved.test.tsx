import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '#kit/test/web-page.tsx';
import { confirmLeave, hasUnsaved, useUnsaved } from './unsaved.tsx';

/** Whether the browser would ask before its tab is closed. */
function asks(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}
const releases: Record<string, () => void> = {};
function Work({ name, isDirty }: { name: string; isDirty: boolean }) {
  releases[name] = useUnsaved(isDirty);
  return null;
}

it('closing the tab asks as long as any of several forms has changes', () => {
  const both = (first: boolean, second: boolean) => (
    <>
      <Work name="first" isDirty={first} />
      <Work name="second" isDirty={second} />
    </>
  );
  const { rerender, unmount } = render(both(true, true));
  expect([hasUnsaved(), asks()]).toEqual([true, true]);
  rerender(both(false, true));
  expect([hasUnsaved(), asks()]).toEqual([true, true]);
  // what was never unsaved, or is not any more, takes nothing from the other
  releases['first']!();
  expect([hasUnsaved(), asks()]).toEqual([true, true]);
  releases['second']!();
  expect([hasUnsaved(), asks()]).toEqual([false, false]);
  rerender(both(true, false));
  expect([hasUnsaved(), asks()]).toEqual([true, true]);
  unmount();
  expect([hasUnsaved(), asks()]).toEqual([false, false]);
});

it('leaving is asked about only where something would be lost', async () => {
  const { user, unmount } = openPage(<Work name="form" isDirty />);
  expect(await confirmLeave(false)).toBe(true);
  const stays = confirmLeave();
  await screen.findByText('有未保存的修改，离开后将丢失。');
  await user.click(screen.getByRole('button', { name: /取\s*消/ }));
  expect(await stays).toBe(false);
  const leaves = confirmLeave();
  await user.click(await screen.findByRole('button', { name: /离\s*开/ }));
  expect(await leaves).toBe(true);
  unmount();
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  expect(await confirmLeave()).toBe(true);
});
