import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, Link, Outlet, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useChangeAddress, useOwnSearch } from './address.ts';

const home = window.location.href;
afterEach(() => window.history.replaceState(null, '', home));

function Page() {
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const act = () => {
    change({ tab: 'list', page: null }, { replace: true });
    change({ node: '2', word: '' }, { replace: true });
    change((now) => new URLSearchParams({ ...Object.fromEntries(now), more: '1' }));
  };
  return <button onClick={act}>{search.toString()}</button>;
}

it('keeps each of several changes that come before the first is shown; what is empty leaves the address', async () => {
  window.history.replaceState(null, '', '/page?page=3&word=a&keep=b');
  const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('button', { name: 'keep=b&tab=list&node=2&more=1' })).toBeTruthy();
  expect(window.location.search).toBe('?keep=b&tab=list&node=2&more=1');
  router.dispose();
});

function Kept() {
  const { search, isHere } = useOwnSearch();
  return <output>{`${search.toString()} ${isHere ? 'in front' : 'hidden'}`}</output>;
}
function Tabs() {
  return (
    <>
      <Kept />
      <Link to="/other?tab=theirs">other</Link>
      <Link to="/own?tab=changed">own</Link>
      <Outlet />
    </>
  );
}

it('a page in a hidden tab keeps what it showed', async () => {
  window.history.replaceState(null, '', '/own?tab=mine');
  const router = createBrowserRouter([{ path: '*', element: <Tabs /> }]);
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('status').textContent).toBe('tab=mine in front');
  await userEvent.click(screen.getByRole('link', { name: 'other' }));
  expect(await screen.findByText('tab=mine hidden')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'own' }));
  expect(await screen.findByText('tab=changed in front')).toBeTruthy();
  router.dispose();
});
