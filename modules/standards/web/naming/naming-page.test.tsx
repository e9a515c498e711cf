import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import NamingPage from './NamingPage.tsx';

beforeEach(() => signInWith());

it('a check says once how it ended, and is not asked for again', async () => {
  let asked = 0;
  const { user, sent } = openPage(<NamingPage />, {
    answers: {
      'GET /data/standard/naming/page': { total: 0, data: [], pageNum: 1, pageSize: 20 },
      'GET /data/standard/naming/sources': [],
      'POST /data/standard/naming/run': { jobId: '5' },
      'GET /data/standard/naming/run/5': () => {
        asked += 1;
        return { state: 'done', percent: 100, text: '检查了 9 个名称，2 个不符合' };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /检查全部/ }));
  expect(await screen.findAllByText('检查了 9 个名称，2 个不符合')).toHaveLength(1);
  expect(sent.find(({ key }) => key === 'POST /data/standard/naming/run')!.body).toEqual({ sourceId: null });
  await waitFor(() => expect(screen.getByRole('button', { name: /检查全部/ }).className).not.toContain('loading'));
  expect(asked).toBe(1);
});
