import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { WorkList } from './WorkList.tsx';

const one = { total: 3, owners: 1, ownerName: '林若彤', verb: '去确认' };

test('open work names who answers and leads to its rows; what is done is not shown', () => {
  render(
    <MemoryRouter>
      <WorkList
        work={[
          { ...one, label: '结构变更待确认', to: '/changes' },
          { ...one, label: '敏感识别待判断', owners: 4, to: undefined },
          { ...one, label: '数据表没有负责人', owners: 0, ownerName: null, to: '/tables' },
          { ...one, label: '血缘未解析', total: 0 },
        ]}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: /结构变更待确认.*林若彤.*3.*去确认/u }).getAttribute('href')).toBe('/changes');
  expect(screen.getByText('林若彤等 4 人')).toBeTruthy();
  expect(screen.getByText('未指定')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.queryByText('血缘未解析')).toBeNull();
  expect(screen.getByText('9 项')).toBeTruthy();
});
