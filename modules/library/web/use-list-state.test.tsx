import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useListState } from './use-list-state.ts';

const home = window.location.href;
afterEach(() => window.history.replaceState(null, '', home));

function Wall() {
  const [state, change] = useListState();
  const act = () => {
    change({ keyword: '月报' });
    change({ filter: 'bar' });
  };
  return <button onClick={act}>{JSON.stringify(state)}</button>;
}

it('keeps the first of two choices when the second comes before the first is shown', async () => {
  window.history.replaceState(null, '', '/visual/chart?page=2');
  const router = createBrowserRouter([{ path: '*', element: <Wall /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText(/"keyword":"月报".*"filter":"bar".*"page":1/)).toBeTruthy();
  router.dispose();
});
