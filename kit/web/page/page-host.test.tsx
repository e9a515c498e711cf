import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ActionsHere, PageActions, PageHost } from './PageHost.tsx';

const crumbs = [{ title: '系统管理' }, { title: '用户管理', path: '/basic/system/user' }, { title: '尹斌' }];

it('the row of a page says where one is: the last step is the heading, steps with a page lead there', () => {
  render(
    <MemoryRouter>
      <PageHost crumbs={crumbs} small>
        <p>内容</p>
      </PageHost>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('尹斌');
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(screen.getByRole('link').textContent).toBe('用户管理');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/basic/system/user');
  expect(screen.getByText('当前位置：').parentElement!.className).toBe('location small');
});

it('buttons of a page stand in that row, those of a list inside it where they are', () => {
  const { container } = render(
    <MemoryRouter>
      <PageHost crumbs={crumbs}>
        <PageActions>
          <button>新增</button>
        </PageActions>
        <section aria-label="面板">
          <ActionsHere>
            <PageActions>
              <button>新增明细</button>
            </PageActions>
          </ActionsHere>
        </section>
      </PageHost>
    </MemoryRouter>,
  );
  const row = container.querySelector<HTMLElement>('.location')!;
  expect(row.className).toBe('location');
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['新增']);
  expect(within(screen.getByRole('region', { name: '面板' })).getByRole('button').textContent).toBe('新增明细');
});
