import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LevelFact, LevelHistory, LevelMark, levelOrigin, type Levelled, type LevelStep } from './level-origin.tsx';

const column = (more: Partial<Levelled>): Levelled => ({
  level: 'L3',
  levelBy: 'manual',
  inheritedLevel: null,
  inheritedFromName: null,
  levelReason: null,
  ...more,
});
const textOf = (node: React.ReactNode) => render(<>{node}</>).container.textContent;

describe('where the level of a column comes from', () => {
  it.each([
    [{ levelBy: null }, ''],
    [{ levelBy: 'manual' }, '人工'],
    [{ levelBy: 'auto' }, '自动识别'],
    [{ levelBy: 'inherited', inheritedLevel: 'L3', inheritedFromName: 'ods.hr.mobile' }, '继承自 ods.hr.mobile'],
    [{ levelBy: 'inherited', inheritedLevel: 'L3' }, '来源字段不在可见范围内'],
    [{ levelBy: 'manual', inheritedLevel: 'L4', inheritedFromName: 'ods.hr.mobile' }, '人工，继承自 ods.hr.mobile 的级别为 L4'],
    [{ levelBy: 'pending', inheritedLevel: 'L4', inheritedFromName: 'ods.hr.mobile' }, '来源尚未解析，暂按最严级别'],
    [{ levelBy: 'renamed' }, '疑似更名，沿用原字段的级别'],
  ] as [Partial<Levelled>, string][])('%j: %s', (more, text) => {
    expect(levelOrigin(column(more))).toBe(text);
  });
  it('stands under the level, with the reason of a lower one', () => {
    expect(textOf(<LevelFact {...column({ levelReason: '已脱敏入库' })} />)).toBe('L3 敏感来源：人工降级理由：已脱敏入库');
    expect(textOf(<LevelFact {...column({ level: null, levelBy: null })} />)).not.toContain('来源');
  });
  it('marks in a list what was not set here', () => {
    const marked = (levelBy: string | null) => {
      const { container } = render(<LevelMark {...column({ levelBy })} />);
      return [container.querySelector('.anticon-branches') !== null, container.querySelector('[tabindex="0"]') !== null];
    };
    expect(marked('inherited')).toEqual([true, true]);
    expect(marked('pending')).toEqual([true, true]);
    expect(marked('renamed')).toEqual([true, true]);
    expect(marked('manual')).toEqual([false, true]);
    expect(marked(null)).toEqual([false, false]);
  });
  it('is kept step by step, with who and why', () => {
    const step: LevelStep = {
      oldLevel: null,
      newLevel: 'L3',
      oldClassName: null,
      newClassName: '手机号',
      levelBy: 'auto',
      reason: '识别',
      createByName: null,
      createTime: '2026-11-01T04:00:00Z',
    };
    const text = textOf(
      <LevelHistory steps={[step, { ...step, oldLevel: 'L3', newLevel: 'L1', levelBy: null, reason: null, createByName: '林若彤' }]} />,
    );
    expect(text).toContain('未分级 → L3 手机号');
    expect(text).toContain('系统 · 自动识别理由：识别');
    expect(text).toContain('L3 → L1 手机号');
    expect(text!.endsWith(' · 林若彤')).toBe(true);
    expect(textOf(<LevelHistory steps={[]} />)).not.toContain('→');
  });
});
