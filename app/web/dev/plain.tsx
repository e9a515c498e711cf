import { Button } from 'antd';
import { TableOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Delta } from '#kit/web/parts/Delta.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { LayerTag, SeverityMark } from '#kit/web/parts/marks.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CallError } from '#kit/web/send.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { Tag } from '#kit/web/Tag.tsx';

const nothing = () => undefined;
const HOUR = 3_600_000;
const Lines = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="panel ui-lines">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const FAILED = new CallError({
  status: 502,
  key: 'source.unreachable',
  message: '数据库拒绝连接，已重试 3 次，最近 10:49。',
  requestId: '7f3a91c2',
});

export const StateViews = () => (
  <>
    <div className="ui-grid four">
      <div className="panel">
        <StateView
          kind="empty"
          what="还没有看板"
          why="看板把图表放在一起，供团队查看。"
          action={<Button type="primary">新增看板</Button>}
        />
      </div>
      <div className="panel">
        <StateView kind="filtered" noun="用户" why="部门 造价控制室、状态 已锁定。全部用户有 145 人。" onClear={nothing} />
      </div>
      <div className="panel">
        <StateView kind="error" what="拓客线索库连接失败" error={FAILED} onRetry={nothing} more={<Button type="text">查看数据源</Button>} />
      </div>
      <div className="panel">
        <StateView
          kind="forbidden"
          what="你没有“员工”的查询权限"
          why="可以查看结构，不能查看数据。由负责人尹斌审批，通常 1 天。"
          onRequest={nothing}
          more={<Button type="text">查看结构</Button>}
        />
      </div>
    </div>
    <div className="ui-grid four">
      <div className="panel">
        <StateView kind="loading" rows={4} />
      </div>
      <div className="panel ui-pad">
        <StateView kind="loading" shape="form" rows={3} />
      </div>
      <div className="panel ui-pad">
        <StateView kind="loading" shape="cards" rows={1} />
      </div>
      <div className="panel ui-pad">
        <StateView kind="loading" shape="block" />
      </div>
    </div>
    <div className="ui-grid four">
      <div className="panel ui-pad">
        <StateView kind="empty" inline what="还没有图表，可在图表配置中新增" />
      </div>
      <div className="panel ui-pad">
        <StateView kind="error" inline what="数据源超时（30 秒）" error={FAILED} onRetry={nothing} />
      </div>
      <div className="panel ui-pad">
        <StateView kind="forbidden" inline what="没有“薪酬”权限" onRequest={nothing} />
      </div>
      <div className="panel ui-pad">
        <StateView kind="filtered" inline noun="新签" onClear={nothing} />
      </div>
    </div>
  </>
);

export const Figures = () => (
  <>
    <FigureStrip
      label="指标条"
      figures={[
        {
          label: '营业收入',
          value: '9.93',
          unit: '亿元',
          note: <Delta value={4.8} label="同比" />,
          spark: [3, 2, 5, 6, 5, 7, 6, 9],
          to: '/',
        },
        { label: '未关闭问题', value: 37, unit: '个', note: <Delta value={4} unit="" goodWhen="down" label="较昨日" /> },
        { label: '落标率', value: '87.3', unit: '%', note: <Delta value={0} label="目标 95%" /> },
        { label: '本月回款', value: null, unit: '亿元', note: '数据未更新，预计 14:00' },
      ]}
    />
    <FigureStrip
      label="经营五项"
      big
      figures={[
        {
          label: '新签合同额',
          value: '128.6',
          unit: '亿元',
          note: <Delta value={-3.1} label="同比" />,
          meter: <Meter label="完成" value={79.8} target={95} pace={89.6} />,
        },
        {
          label: '营业收入',
          value: '96.4',
          unit: '亿元',
          note: <Delta value={1.2} label="同比" />,
          meter: <Meter label="完成" value={82.9} target={95} pace={89.6} />,
        },
        {
          label: '回款',
          value: '88.0',
          unit: '亿元',
          note: <Delta value={6} unit="点" label="环比" />,
          meter: <Meter label="完成" value={99.8} target={95} pace={89.6} />,
        },
      ]}
    />
  </>
);

export function Dates() {
  const now = serverNow();
  const ago = (ms: number) => new Date(now - ms);
  return (
    <Lines
      rows={[
        ['1 小时内', <DateText key="0" value={ago(12 * 60_000)} />],
        ['昨天', <DateText key="1" value={ago(24 * HOUR)} />],
        ['今年', <DateText key="2" value={ago(120 * HOUR)} />],
        ['往年', <DateText key="3" value="2025-12-30T08:00:00Z" />],
        ['期限已过', <DateText key="4" kind="due" value={ago(2 * HOUR)} />],
        ['期限在前', <DateText key="5" kind="due" value={ago(-30 * HOUR)} />],
        ['没有', <DateText key="6" value={null} />],
        ['日志', <DateText key="7" kind="log" value={ago(0)} />],
      ]}
    />
  );
}

export const Names = () => (
  <Lines
    rows={[
      ['列表名称', <NameLink key="0" name="员工" to="/" icon={<TableOutlined />} code="dwd.hr_employee" />],
      ['卡片、侧栏', <NameLink key="1" name="经营总览" to="/" place="rail" />],
      ['标识名', <NameLink key="2" name="contract_amount" to="/" mono />],
      ['人', <PersonText key="3" name="尹斌" note="薪酬绩效组" />],
      ['自己', <PersonText key="4" name="尹斌" isYou />],
      ['没有权限', <NameLink key="5" name="薪酬明细" locked onRequest={nothing} />],
      ['已删除', <NameLink key="6" name="回款旧表" deletedAt="2026-11-12T02:00:00Z" />],
    ]}
  />
);

export const Marks = () => (
  <Lines
    rows={[
      [
        '分层',
        <span key="0" className="ui-row">
          {['ods', 'dwd', 'dim', 'dws', 'ads', 'public'].map((layer) => (
            <LayerTag key={layer} layer={layer} />
          ))}
        </span>,
      ],
      [
        '严重程度',
        <span key="1" className="ui-row">
          {([4, 3, 2, 1] as const).map((severity) => (
            <SeverityMark key={severity} severity={severity} />
          ))}
        </span>,
      ],
      [
        '状态',
        <span key="2" className="ui-row">
          <Tag tone="calm">启用</Tag>
          <Tag tone="warn">已锁定</Tag>
          <Tag>已禁用</Tag>
          <Tag tone="bad">失败</Tag>
          <Tag tone="accent">草稿</Tag>
          <Tag tone="line">L2 内部</Tag>
        </span>,
      ],
      [
        '评分',
        <span key="3" className="ui-row">
          <Score value={96.8} />
          <Score value={86.9} />
          <Score value={71.3} />
          <Score value={null} />
        </span>,
      ],
      ['目标进度', <Meter key="4" label="目标进度" value={79.8} target={90} pace={89.6} />],
      ['接近', <Meter key="5" label="接近" value={82.9} target={90} pace={89.6} />],
      ['没有计划', <Meter key="6" label="没有计划" value={40} />],
    ]}
  />
);

export const Panels = () => (
  <Panel title="待办" note="今天" link={{ text: '全部', to: '/' }}>
    <PanelRow>
      <NameLink name="确认合同表的变更" to="/" place="rail" />
      <span className="grow" />
      <DateText kind="due" value={serverNow() - HOUR} />
    </PanelRow>
    <PanelRow second="影响 3 张表、1 个看板">
      <NameLink name="采纳字段标准" to="/" place="rail" />
    </PanelRow>
  </Panel>
);

const TEXT = ['meta', 'data', 'control', 'title', 'figure', 'hero'] as const;
const COLOURS = [
  '--layer-ods',
  '--layer-dwd',
  '--layer-dim',
  '--layer-dws',
  '--layer-ads',
  '--severity-1',
  '--severity-2',
  '--severity-3',
  '--severity-4',
] as const;

export const Tokens = () => (
  <div className="panel ui-pad ui-row">
    {TEXT.map((name) => (
      <span key={name} style={{ fontSize: `var(--text-${name})` }}>
        {name} 数据 123
      </span>
    ))}
    {COLOURS.map((name) => (
      <span key={name} className="ui-row mono">
        <i className="ui-swatch" style={{ background: `var(${name})` }} />
        {name}
      </span>
    ))}
  </div>
);
