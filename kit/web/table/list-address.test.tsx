import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useUrlListState } from './list-state.ts';

const home = window.location.href;
afterEach(() => window.history.replaceState(null, '', home));

function List() {
  const [state, update] = useUrlListState();
  const act = () => {
    update({ values: { name: '李' }, page: 1 });
    update({ opened: { kind: 'new' } });
  };
  return <button onClick={act}>{JSON.stringify(state)}</button>;
}

it('keeps the first of two changes when the second comes before the first is shown', async () => {
  window.history.replaceState(null, '', '/list?page=3');
  const router = createBrowserRouter([{ path: '*', element: <List /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText(/"values":\{"name":"李"\}.*"opened":\{"kind":"new"\}/)).toBeTruthy();
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ q: 'name:李', open: 'new' });
  router.dispose();
});
