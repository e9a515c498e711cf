import { BranchesOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { minute } from '#kit/web/format.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { LevelTag } from './level-tag.tsx';

const LEVEL_BY: Record<string, string> = {
  manual: '人工',
  auto: '自动识别',
  lineage: '采纳血缘建议',
  inherited: '沿血缘继承',
  pending: '来源尚未解析，暂按最严级别',
  renamed: '疑似更名，沿用原字段的级别',
};

export interface Levelled {
  level: string | null;
  levelBy: string | null;
  inheritedLevel: string | null;
  inheritedFromName: string | null;
  levelReason: string | null;
}
/** 继承自 ods.hr.mobile, as far as the reader may know that column. */
const from = ({ inheritedFromName }: Levelled): string =>
  inheritedFromName === null ? '来源字段不在可见范围内' : `继承自 ${inheritedFromName}`;

/** Where the level of a column comes from, in one line; empty when it has none. */
export function levelOrigin(column: Levelled): string {
  if (column.levelBy === null) return '';
  if (column.levelBy === 'inherited') return from(column);
  const by = LEVEL_BY[column.levelBy] ?? '';
  if (column.inheritedLevel === null || column.levelBy === 'pending') return by;
  return `${by}，${from(column)} 的级别为 ${column.inheritedLevel}`;
}

/** The level with its origin underneath. */
export function LevelFact(column: Levelled) {
  const origin = levelOrigin(column);
  return (
    <>
      <LevelTag level={column.level} />
      {origin && <div className="muted level-origin">来源：{origin}</div>}
      {column.levelReason && <div className="muted level-origin">降级理由：{column.levelReason}</div>}
    </>
  );
}

/** The level in a list; where it comes from shows when one points at it, an inherited one is marked. */
export function LevelMark(column: Levelled) {
  const origin = levelOrigin(column);
  return (
    <Tooltip title={origin && `来源：${origin}`}>
      <span className="level-mark" tabIndex={origin ? 0 : undefined}>
        <LevelTag level={column.level} />
        {(column.levelBy === 'inherited' || column.levelBy === 'pending' || column.levelBy === 'renamed') && (
          <BranchesOutlined className="muted" aria-label={origin} />
        )}
      </span>
    </Tooltip>
  );
}

export interface LevelStep {
  oldLevel: string | null;
  newLevel: string | null;
  oldClassName: string | null;
  newClassName: string | null;
  levelBy: string | null;
  reason: string | null;
  createByName: string | null;
  createTime: string;
}
const named = (level: string | null, className: string | null): string => [level ?? '未分级', className].filter(Boolean).join(' ');

/** 级别变更记录 of a column, newest first. */
export function LevelHistory({ steps }: { steps: readonly LevelStep[] }) {
  if (steps.length === 0) return <Missing />;
  return (
    <ul className="level-history">
      {steps.map((step, at) => (
        <li key={`${step.createTime}-${at}`}>
          <span>
            {named(step.oldLevel, step.oldClassName)} → {named(step.newLevel, step.newClassName)}
          </span>
          <span className="muted">
            {[minute(step.createTime), step.createByName ?? '系统', step.levelBy && LEVEL_BY[step.levelBy]].filter(Boolean).join(' · ')}
          </span>
          {step.reason && <span className="muted">理由：{step.reason}</span>}
        </li>
      ))}
    </ul>
  );
}
