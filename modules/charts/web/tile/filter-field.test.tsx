import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';
import { FilterField } from './FilterField.tsx';
import type { FilterOption, TileFeed } from './tiles.ts';

const ALL: FilterOption[] = ['华东电力', '华北水务', '西南交通', '西南电力'].map((label, i) => ({ value: `c${i}`, label }));
const filter = {
  id: 'customer',
  label: '客户',
  kind: 'multi',
  source: { dataSetId: '1', col: 'customer', labelCol: 'name' },
  targets: [],
  dependsOn: [],
  required: false,
  hidden: false,
} satisfies ViewFilter;

function Page({ feed, told }: { feed: TileFeed; told: (value: FilterValue | null) => void }) {
  const [value, setValue] = useState<FilterValue | null>(null);
  return (
    <FilterField
      feed={feed}
      filter={filter}
      value={value}
      chosen={{}}
      onChange={(next) => {
        setValue(next);
        told(next);
      }}
    />
  );
}

it('a second name is searched after the first was chosen, among all choices', async () => {
  const searched: string[] = [];
  const feed = {
    options: async (_: string, search: string) => {
      searched.push(search);
      return ALL.filter(({ label }) => label.includes(search));
    },
  } as unknown as TileFeed;
  const told = vi.fn();
  render(<Page feed={feed} told={told} />);
  const box = screen.getByRole('combobox');
  fireEvent.mouseDown(box);
  const choose = async (text: string, label: string) => {
    fireEvent.change(box, { target: { value: text } });
    await vi.waitFor(() => expect(searched.at(-1)).toBe(text));
    const option = () => [...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === label);
    await vi.waitFor(() => expect(option()).toBeDefined());
    fireEvent.click(option()!);
  };
  await choose('华北', '华北水务');
  expect(told).toHaveBeenLastCalledWith(['c1']);
  expect((box as HTMLInputElement).value).toBe('');
  await vi.waitFor(() => expect(searched.at(-1)).toBe(''));
  await choose('交通', '西南交通');
  expect(told).toHaveBeenLastCalledWith(['c1', 'c2']);
  // what was chosen before keeps its name although the last search does not find it
  expect(screen.getAllByText('华北水务')).not.toHaveLength(0);
});
