import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { createClient } from '../client.ts';
import { send } from '../send.ts';
import { TreePanel, type PanelRow } from './TreePanel.tsx';
import { TreeTable } from './TreeTable.tsx';
import { useEntityTree } from './use-entity-tree.ts';
import type { Drop } from './tree-data.ts';
import { dept as contract } from './test-dept.ts';

beforeEach(() => signInWith());

describe('the tree beside a list', () => {
  const ROWS: PanelRow[] = [
    { id: '1', name: '集团', parentId: null, count: 1200 },
    { id: '2', name: '研发中心', parentId: '1', count: 3 },
    { id: '3', name: 'API 组', parentId: '2' },
    { id: '4', name: '财务部', parentId: '1' },
  ];
  function show(startLevel?: number) {
    const chosen: (string | null)[] = [];
    function Panel() {
      const [selected, setSelected] = useState<string | null>(null);
      const choose = (id: string | null) => {
        chosen.push(id);
        setSelected(id);
      };
      return (
        <TreePanel
          rows={ROWS}
          placeholder="搜索部门"
          selected={selected}
          onSelect={choose}
          {...(startLevel !== undefined && { startLevel })}
        />
      );
    }
    return { ...openPage(<Panel />), chosen };
  }
  const names = () => [...document.querySelectorAll('.tree-node > span')].map((node) => node.textContent);
  const search = (text: string) => fireEvent.change(screen.getByLabelText('搜索部门'), { target: { value: text } });

  it('is open by one level, or as many as the page says, with numbers at the edge', () => {
    const one = show();
    expect(names()).toEqual(['集团', '研发中心', '财务部']);
    expect([...document.querySelectorAll('.tree-node em')].map((number) => number.textContent)).toEqual(['1,200', '3']);
    one.unmount();
    show(2);
    expect(names()).toEqual(['集团', '研发中心', 'API 组', '财务部']);
  });
  it('shows what is searched for with what lies above, and says when there is nothing', async () => {
    show();
    search(' api ');
    await waitFor(() => expect(names()).toEqual(['集团', '研发中心', 'API 组']));
    expect(screen.queryByText('没有匹配的结果')).toBeNull();
    search('没有这个');
    await waitFor(() => expect(screen.getByText('没有匹配的结果')).toBeTruthy());
    search('  ');
    await waitFor(() => expect(names()).toContain('财务部'));
    expect(screen.queryByText('没有匹配的结果')).toBeNull();
  });
  it('filters by what is chosen, and by nothing when it is chosen again', async () => {
    const { user, chosen } = show();
    await user.click(screen.getByText('财务部'));
    await user.click(screen.getByText('财务部'));
    expect(chosen).toEqual(['4', null]);
  });
});

describe('a tree page', () => {
  const row = (id: string, parentId: string | null, deptName: string, status = '1') => ({
    id,
    parentId,
    deptName,
    status,
    version: 1,
    createBy: null,
    updateBy: null,
    createTime: '2026-11-01T00:00:00Z',
    updateTime: '2026-11-01T00:00:00Z',
  });
  const ROWS = [row('1', null, '集团'), row('2', '1', '研发中心'), row('3', '2', 'API 组', '10'), row('4', '1', '财务部', '0')];
  const api = createClient({ dept: contract }, send).dept;
  const drops: Drop<any>[] = [];
  function Page() {
    const tree = useEntityTree<any>(api, {
      label: '部门',
      rows: api.list,
      parentOf: (one) => one.parentId,
      search: [
        { field: 'deptName', label: '部门名称' },
        { field: 'status', label: '状态', options: [{ value: '1', label: '启用' }] },
      ],
      columns: [{ field: 'deptName', title: '部门名称' }],
    });
    const canDrop = ({ parentId }: Drop<any>) => (parentId === '4' ? '财务部没有下级' : null);
    return <TreeTable<any> tree={tree} canDrop={canDrop} onDrop={(drop) => drops.push(drop)} />;
  }
  async function open(at = '/dept', answers: Answers = {}) {
    drops.length = 0;
    const page = openPage(<Page />, { at, answers: { 'GET /system/depts/list': ROWS, ...answers } });
    return page;
  }
  const cells = () => [...document.querySelectorAll('tbody tr[data-row-key]')].map((tr) => tr.getAttribute('data-row-key')).join('');
  const total = () => document.querySelector('.foot')!.textContent;

  it('opens level by level, and one by one from there', async () => {
    const { user } = await open();
    await waitFor(() => expect(cells()).toBe('124'));
    await user.click(screen.getByText('全部', { selector: '.tree-levels *' }));
    await waitFor(() => expect(cells()).toBe('1234'));
    await user.click(screen.getByText('收起', { selector: '.tree-levels *' }));
    await waitFor(() => expect(cells()).toBe('1'));
    expect(total()).toBe('共 4 条');
  });
  it('searches texts by a part and choices whole, and keeps what lies above', async () => {
    const one = await open('/dept?q=deptName:api');
    await waitFor(() => expect(cells()).toBe('123'));
    expect(total()).toBe('共 3 条');
    one.unmount();
    const two = await open('/dept?q=status:1');
    await waitFor(() => expect(cells()).toBe('12'));
    two.unmount();
    const { user, address } = await open('/dept?q=deptName:没有');
    await user.click(await screen.findByText('清除筛选'));
    expect(address()).toBe('/dept');
  });

  const drag = (id: string, onto: string, part: number) => {
    const target = document.querySelector<HTMLElement>(`tr[data-row-key="${onto}"]`)!;
    target.getBoundingClientRect = () => ({ top: 100, height: 40 }) as DOMRect;
    fireEvent.dragStart(document.querySelector(`tr[data-row-key="${id}"]`)!);
    const at = (kind: 'dragOver' | 'drop') => {
      const event = createEvent[kind](target);
      Object.defineProperty(event, 'clientY', { value: 100 + 40 * part }); // events of happy-dom have no place
      fireEvent(target, event);
    };
    at('dragOver');
    const mark = target.className.split(' ').find((name) => name.startsWith('drop-'));
    at('drop');
    return mark;
  };
  it('takes rows before, into and after others', async () => {
    await open();
    await waitFor(() => expect(cells()).toBe('124'));
    expect(drag('4', '2', 0.1)).toBe('drop-before');
    expect(drag('4', '2', 0.5)).toBe('drop-inside');
    expect(drag('2', '4', 0.9)).toBe('drop-after');
    expect(drops.map(({ parentId }) => parentId)).toEqual(['1', '2', '1']);
    expect(document.querySelector('[class*="drop-"]')).toBeNull();
  });
  it('says why it does not take a row', async () => {
    await open();
    await waitFor(() => expect(cells()).toBe('124'));
    expect(drag('2', '4', 0.5)).toBe('drop-refused');
    expect(await screen.findByText('财务部没有下级')).toBeTruthy();
    expect(drag('1', '2', 0.5)).toBe('drop-refused');
    expect(await screen.findByText('不能移动到自己的下级')).toBeTruthy();
    expect(drops).toEqual([]);
  });
  it('moves nothing while it is searched', async () => {
    await open('/dept?q=deptName:api');
    await waitFor(() => expect(cells()).toBe('123'));
    expect(document.querySelector('tr[draggable]')).toBeNull();
  });
});
