import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '#kit/test/web-page.tsx';
import { confirmLeave, hasUnsaved, useUnsaved } from './unsaved.tsx';

/** Whether the browser would ask before its tab is closed. */
function asks(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}
function Work({ name, isDirty }: { name: string; isDirty: boolean }) {
  const release = useUnsaved(isDirty);
  return <button onClick={release}>{name}</button>;
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
  fireEvent.click(screen.getByText('first'));
  expect([hasUnsaved(), asks()]).toEqual([true, true]);
  fireEvent.click(screen.getByText('second'));
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
