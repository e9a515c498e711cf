import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { apiRow, pageOf } from '../test-api.ts';
import { Versions } from './Versions.tsx';

beforeEach(() => signInWith());
const open = (...rows: object[]) => {
  const onOpen = vi.fn();
  const page = openPage(<Versions apiUrl="/customer/query" id="7" onOpen={onOpen} />, {
    answers: { 'GET /data/market/dataApis/page': pageOf(...rows) },
  });
  return { ...page, onOpen };
};

it('shows the versions of the path, the newest first, and opens another one', async () => {
  const { user, onOpen } = open(
    apiRow(),
    apiRow({ id: '8', apiVersion: 'v1.10.0', status: '2' }),
    apiRow({ id: '9', apiVersion: 'v1.9.0' }),
    apiRow({ id: '10', apiUrl: '/customer/query/other' }),
  );
  const list = await screen.findByRole('navigation', { name: '同一路径的版本' });
  const buttons = within(list)
    .getAllByRole('button')
    .filter((button) => button.querySelector('.mono'));
  expect(buttons.map((button) => button.querySelector('.mono')?.textContent)).toEqual(['v1.10.0', 'v1.9.0', 'v1.0.0']);
  expect(buttons[2]!.getAttribute('aria-current')).toBe('true');
  await user.click(buttons[0]!);
  expect(onOpen.mock.calls[0]![0]).toMatchObject({ id: '8', status: '2' });
});

it('is not there for a path of one version', async () => {
  const { sent } = open(apiRow());
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  expect(screen.queryByRole('navigation')).toBeNull();
});
