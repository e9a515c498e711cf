import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, onTestFinished } from 'vitest';
import { providerProps } from '../theme.ts';
import { BoardCard } from './BoardCard.tsx';
import { Confirm } from './Confirm.tsx';
import { Marked, SearchInput } from './SearchInput.tsx';
import { StudioShell } from './StudioShell.tsx';
import { TreeList } from './TreeList.tsx';

const nothing = () => undefined;
const show = (node: ReactNode) =>
  render(
    <ConfigProvider {...providerProps}>
      <MemoryRouter>{node}</MemoryRouter>
    </ConfigProvider>,
  ).container;

describe('the search box', () => {
  function Box() {
    const [text, setText] = useState('');
    return <SearchInput label="搜索表名" value={text} onChange={setText} shortcut="/" />;
  }
  it('is found by its name, entered by its key and emptied by Escape', async () => {
    const user = userEvent.setup();
    show(<Box />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '搜索表名' });
    await user.keyboard('/');
    expect(document.activeElement).toBe(box);
    await user.keyboard('合同/1');
    expect(box.value).toBe('合同/1');
    await user.keyboard('{Escape}');
    expect(box.value).toBe('');
  });
  it('leaves its key to the browser with a modifier, and to who types elsewhere', async () => {
    const user = userEvent.setup();
    show(
      <>
        <Box />
        <textarea aria-label="备注" />
      </>,
    );
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '搜索表名' });
    for (const keys of ['{Control>}/{/Control}', '{Meta>}/{/Meta}', '{Alt>}/{/Alt}', 'x']) {
      await user.keyboard(keys);
      expect(document.activeElement).not.toBe(box);
    }
    const other = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '备注' });
    await user.type(other, 'a/b');
    expect(other.value).toBe('a/b');
    expect(box.value).toBe('');
  });
  it('marks every hit, whatever its case', () => {
    const container = show(<Marked text="Order, reorder" keyword=" ORDER " />);
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Order', 'order']);
    expect(container.textContent).toBe('Order, reorder');
  });
});

describe('the tree', () => {
  it('says what is chosen, and that a second press takes it back', async () => {
    const user = userEvent.setup();
    const chosen: (string | null)[] = [];
    function Tree() {
      const [selected, setSelected] = useState<string | null>(null);
      const nodes = [{ key: 'a', name: '应用层', extra: 33, children: [{ key: 'b', name: '员工' }] }];
      const choose = (key: string | null) => {
        chosen.push(key);
        setSelected(key);
      };
      return <TreeList label="数据" nodes={nodes} expanded={['a']} onExpand={nothing} selected={selected} onSelect={choose} />;
    }
    show(<Tree />);
    expect(screen.getByText('33')).toBeTruthy();
    await user.click(screen.getByText('员工'));
    await user.click(screen.getByText('员工'));
    expect(chosen).toEqual(['b', null]);
  });
});

describe('what can be dragged out of a tree', () => {
  it('takes its data along, other nodes stay', () => {
    const nodes = [
      { key: 'a', name: '合同额', drag: { 'text/plain': 'amount' } },
      { key: 'b', name: '说明' },
    ];
    show(<TreeList label="字段" nodes={nodes} expanded={[]} onExpand={nothing} />);
    const nodeOf = (name: string) => screen.getByText(name).closest<HTMLElement>('.tree-node')!;
    expect(['合同额', '说明'].map((name) => nodeOf(name).getAttribute('draggable'))).toEqual(['true', 'false']);
    const carried = new Map<string, string>();
    const dataTransfer = { setData: (type: string, data: string) => carried.set(type, data) };
    fireEvent.dragStart(nodeOf('合同额'), { dataTransfer });
    expect([...carried]).toEqual([['text/plain', 'amount']]);
  });
});

describe('the question', () => {
  it('counts the losses, wants the name, and does nothing before', async () => {
    const user = userEvent.setup();
    let done = 0;
    show(
      <Confirm
        title="删除数据源“拓客线索库”？"
        verb="删除"
        danger
        losses={[{ count: 1084, what: '张表的元数据' }]}
        typed={{ label: '数据源名称', name: '拓客线索库' }}
        onOk={() => done++}
        onCancel={nothing}
      />,
    );
    expect(screen.getByRole('dialog').textContent).toContain('1,084 张表的元数据');
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: '删除' });
    expect(remove.disabled).toBe(true);
    await user.type(screen.getByRole('textbox'), '拓客线索库');
    await user.click(remove);
    expect(done).toBe(1);
  });
  it('has the focus on the side that loses nothing', () => {
    show(<Confirm title="禁用 3 个用户？" verb="禁用" danger onOk={nothing} onCancel={nothing} />);
    expect(document.activeElement?.textContent).toBe('取消');
  });
  it('saves on Enter where saving is the safe side, and can leave without', async () => {
    const user = userEvent.setup();
    const ways: string[] = [];
    const aside = { text: '不保存', onClick: () => ways.push('不保存') };
    show(
      <Confirm
        title="离开前保存修改？"
        verb="保存并离开"
        stay="继续编辑"
        aside={aside}
        onOk={() => ways.push('保存')}
        onCancel={nothing}
      />,
    );
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: '不保存' }));
    expect(ways).toEqual(['保存', '不保存']);
  });
});

describe('the bar of builders', () => {
  const usual = {
    kind: '看板',
    name: '经营总览',
    onBack: nothing,
    undo: { can: false, run: nothing },
    redo: { can: false, run: nothing },
    onSave: nothing,
    onPublish: nothing,
    children: null,
  };
  it('renames with Enter, and keeps the name with Escape', async () => {
    const user = userEvent.setup();
    const names: string[] = [];
    show(<StudioShell {...usual} state={{ kind: 'draft' }} save={{ kind: 'unsaved', count: 3 }} onRename={(name) => names.push(name)} />);
    const rename = async (keys: string) => {
      await user.click(screen.getByRole('button', { name: '重命名“经营总览”' }));
      await user.clear(screen.getByRole('textbox', { name: '看板名称' }));
      await user.keyboard(keys);
    };
    await rename('别的{Escape}');
    await rename('生产总览{Enter}');
    expect(names).toEqual(['生产总览']);
    expect(screen.getByRole('status').textContent).toBe('3 处未保存');
  });
  it('says how the document stands', () => {
    const states = [{ kind: 'draft' }, { kind: 'published', version: 7 }, { kind: 'stopped' }] as const;
    for (const state of states) show(<StudioShell {...usual} state={state} save={{ kind: 'saved', at: null }} />);
    const bars = [...document.querySelectorAll('.studio-top')].map((bar) => bar.textContent);
    expect(bars.map((text) => ['草稿', '已发布 V7', '已禁用'].filter((word) => text?.includes(word)))).toEqual([
      ['草稿'],
      ['已发布 V7'],
      ['已禁用'],
    ]);
  });
  it('does not publish over a conflict, which names who and offers to compare', () => {
    const save = { kind: 'conflict', who: '汪光明', at: '2026-01-02T02:49:00Z', onCompare: nothing } as const;
    show(<StudioShell {...usual} state={{ kind: 'published', version: 12 }} save={save} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true);
    expect(screen.getByRole('status').textContent).toContain('汪光明');
    expect(screen.getByRole('button', { name: '比较两版' })).toBeTruthy();
  });
});

describe('a builder on a phone', () => {
  const narrow = () => {
    const { matchMedia } = window;
    onTestFinished(() => void (window.matchMedia = matchMedia));
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(max-width: 767px)' });
  };
  const usual = { kind: '看板', name: '经营总览', onSave: nothing, onPublish: nothing, children: <p>画布</p> };

  it('is read, says why, and leads back', async () => {
    narrow();
    const ways: string[] = [];
    const user = userEvent.setup();
    show(
      <StudioShell
        {...usual}
        state={{ kind: 'published', version: 2 }}
        save={{ kind: 'saved', at: null }}
        reading={<p>看板内容</p>}
        onBack={() => ways.push('返回')}
        onPreview={() => ways.push('预览')}
      />,
    );
    expect(screen.getByRole('note').textContent).toContain('请在更宽的屏幕上编辑');
    expect(screen.getByText('看板内容')).toBeTruthy();
    expect(screen.getByText('已发布 V2')).toBeTruthy();
    expect(screen.queryByText('画布')).toBeNull();
    for (const name of ['发布', '保存']) expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: '返回列表' }));
    await user.click(screen.getByRole('button', { name: /预览/ }));
    expect(ways).toEqual(['返回', '预览']);
  });

  it('saves what a wider window left unsaved', async () => {
    narrow();
    let saved = 0;
    const user = userEvent.setup();
    show(<StudioShell {...usual} save={{ kind: 'unsaved', count: 2 }} onBack={nothing} onSave={() => saved++} />);
    expect(screen.getByRole('status').textContent).toBe('2 处未保存');
    expect(screen.getByRole('note').textContent).toContain('768');
    await user.click(screen.getByRole('button', { name: /保\s*存/ }));
    expect(saved).toBe(1);
  });
});

describe('the card of a board', () => {
  it('is one link with one name', () => {
    show(<BoardCard name="经营总览" to="/visual/board/view/1" kind="看板" picture={null} at={null} />);
    expect(screen.getByRole('link', { name: '经营总览' }).getAttribute('href')).toBe('/visual/board/view/1');
    expect(screen.getByText('还没有内容')).toBeTruthy();
  });
  it('leads to a window of its own where it says so, and nowhere for who may open nothing', () => {
    show(<BoardCard name="经营总览" to="/visual/board/build/1" opens="window" label="配置“经营总览”" picture={null} note="尹斌" />);
    expect(screen.getByRole('link', { name: '配置“经营总览”' })).toMatchObject({ target: '_blank', rel: 'noreferrer' });
    show(<BoardCard name="项目与质量" to={null} label="查看“项目与质量”" picture={null} />);
    expect(screen.getByText('项目与质量')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /项目与质量/ })).toBeNull();
  });
});
