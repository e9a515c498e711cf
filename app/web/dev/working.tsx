import { Button } from 'antd';
import { useState } from 'react';
import { BoardCard } from '#kit/web/parts/BoardCard.tsx';
import { Confirm } from '#kit/web/parts/Confirm.tsx';
import { Marked, SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StudioShell, type SaveState, type StudioState } from '#kit/web/parts/StudioShell.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { serverNow } from '#kit/web/server-clock.ts';

const nothing = () => undefined;

const STUDIOS: readonly { kind: string; name: string; state: StudioState; save: SaveState }[] = [
  {
    kind: '看板',
    name: '经营总览',
    state: { kind: 'published', version: 12 },
    save: { kind: 'saved', at: new Date(serverNow() - 600_000).toISOString() },
  },
  { kind: '大屏', name: '驾驶舱', state: { kind: 'draft' }, save: { kind: 'unsaved', count: 3 } },
  {
    kind: '表单',
    name: '造价成果质量自查表',
    state: { kind: 'stopped' },
    save: { kind: 'conflict', who: '汪光明', at: new Date(serverNow() - 900_000).toISOString(), onCompare: nothing },
  },
  { kind: '数据集', name: '公司年度目标与完成', state: { kind: 'published', version: 3 }, save: { kind: 'saving' } },
  { kind: '流程', name: '用车申请', state: { kind: 'draft' }, save: { kind: 'failed', reason: '网络中断', onRetry: nothing } },
  { kind: '图表', name: '月度新签', state: { kind: 'published', version: 1 }, save: { kind: 'readOnly' } },
];

export const Studios = () => (
  <div className="panel">
    {STUDIOS.map(({ kind, name, state, save }) => (
      <StudioShell
        key={kind}
        kind={kind}
        name={name}
        state={state}
        save={save}
        onRename={nothing}
        onBack={nothing}
        undo={{ can: true, run: nothing }}
        redo={{ can: false, run: nothing }}
        onVersions={nothing}
        onPreview={nothing}
        onSave={nothing}
        onPublish={nothing}
      >
        {null}
      </StudioShell>
    ))}
  </div>
);

export function Searches() {
  const [text, setText] = useState('合同');
  return (
    <div className="panel ui-pad ui-column">
      <SearchInput label="表名、中文名" value="" onChange={nothing} shortcut="/" />
      <SearchInput label="搜索表名" value={text} onChange={setText} />
      <SearchInput label="查询中" value="合同" onChange={nothing} busy />
      <span>
        10 张表，命中 <Marked text="合同台账、补充合同" keyword={text} />
      </span>
    </div>
  );
}

const NODES: readonly TreeListNode[] = [
  {
    key: 'house',
    name: '演示数据仓库',
    extra: 90,
    children: [
      { key: 'ads', name: 'ads 应用层', extra: 33, isLeaf: false },
      {
        key: 'dwd',
        name: 'dwd 明细层',
        extra: 29,
        children: [
          { key: 'staff', name: '员工', extra: '19 字段', bold: true },
          { key: 'contract', name: '合同', extra: '24 字段' },
        ],
      },
      { key: 'ods', name: 'ods 贴源层（读取中）', isLeaf: false, isLoading: true },
    ],
  },
];

const READ_ONLY: readonly TreeListNode[] = [
  { key: 'ads', name: '只读：应用层', extra: <span className="cut mono">很长的说明让给名称 application_layer</span> },
];

export function Trees() {
  const [expanded, setExpanded] = useState(['house', 'dwd']);
  const [selected, setSelected] = useState<string | null>('staff');
  return (
    <div className="panel ui-pad list-tree ui-tree">
      <TreeList
        label="数据"
        nodes={NODES}
        expanded={expanded}
        onExpand={setExpanded}
        selected={selected}
        onSelect={setSelected}
        checked={{ checked: ['ads', 'staff'], halfChecked: ['house', 'dwd'] }}
        onCheck={nothing}
      />
      <TreeList
        disabled
        label="只读的数据"
        nodes={READ_ONLY}
        expanded={[]}
        onExpand={nothing}
        checked={{ checked: ['ads'], halfChecked: [] }}
      />
    </div>
  );
}

type Question = 'delete' | 'leave' | 'stop';

export function Questions() {
  const [open, setOpen] = useState<Question | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="panel ui-pad ui-row">
      <Button onClick={() => setOpen('delete')}>删除数据源</Button>
      <Button onClick={() => setOpen('leave')}>离开设计器</Button>
      <Button onClick={() => setOpen('stop')}>禁用用户</Button>
      {open === 'delete' && (
        <Confirm
          title="删除数据源“拓客线索库”？"
          verb="删除"
          danger
          losses={[
            { count: 84, what: '张表的元数据' },
            { count: 12, what: '个图表' },
            { count: 5, what: '项数据授权' },
          ]}
          typed={{ label: '数据源名称', name: '拓客线索库' }}
          onOk={close}
          onCancel={close}
        >
          删除后不能恢复，以下内容同时失效：
        </Confirm>
      )}
      {open === 'leave' && (
        <Confirm
          title="离开前保存修改？"
          verb="保存并离开"
          stay="继续编辑"
          aside={{ text: '不保存', onClick: close }}
          onOk={close}
          onCancel={close}
        >
          “经营总览”有 3 处未保存：新增组件 1 个，调整位置 2 处。
        </Confirm>
      )}
      {open === 'stop' && (
        <Confirm
          title="禁用 3 个用户？"
          verb="禁用"
          danger
          block={{ text: '陈婉清负责 6 张表，请先移交负责人', action: <a href="#move">去移交</a> }}
          onOk={close}
          onCancel={close}
        >
          罗宁、陈婉清、胡颖将立即退出登录，已有的授权保留。
        </Confirm>
      )}
    </div>
  );
}

export const Cards = () => (
  <div className="ui-grid four">
    <BoardCard
      name="经营总览（很长的名称会在卡片的右边截断）"
      to="/"
      picture={null}
      detail="12 个组件"
      badges={
        <>
          <span className="tag tag-warn">有未发布修改</span>
          <span className="tag tag-accent">共享</span>
        </>
      }
      at="2026-11-18T01:12:00Z"
      note="尹斌"
    />
    <BoardCard name="没有权限打开的看板" to={null} kind="看板" picture={null} at="2025-11-18T01:12:00Z" />
    <BoardCard name="经营总览" to="/" kind="看板" picture={null} at={new Date(serverNow() - 600_000).toISOString()} note="尹斌" />
    <BoardCard name="综合驾驶舱" to="/" kind="大屏" isDark picture={null} at="2026-11-18T01:12:00Z" />
  </div>
);
