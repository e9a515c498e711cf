import { describe, expect, it } from 'vitest';
import { severitiesOf, severityColour, severityOf, severityVars } from './severity.ts';

describe('severity', () => {
  it.each([
    ['回款逾期', 4],
    ['严重延期', 4],
    ['已过期', 4],
    ['同步失败', 4],
    ['不合格', 4],
    ['项目延期', 3],
    ['滞后', 3],
    ['成本超支', 3],
    ['未完成', 3],
    ['不正常', 3],
    ['未按期', 3],
    ['未整改', 3],
    ['证书到期', 2],
    ['预警', 2],
    ['待办', 2],
    ['风险', 2],
    ['已完成', 1],
    ['完工', 1],
    ['按期', 1],
    ['未逾期', 1],
    ['无异常', 1],
    ['低风险', 1],
    ['已整改', 1],
    ['overdue', 4],
    ['南京', null],
    ['国家级', null],
    ['高级', null],
  ] as const)('%s is %s', (text, severity) => expect(severityOf(text)).toBe(severity));

  it('names are states only when they are few, short and most of them have a meaning', () => {
    expect([...severitiesOf(['项目延期', '成本超支', '证书到期', '回款逾期']).values()]).toEqual([3, 3, 2, 4]);
    expect(severitiesOf(['建筑设计', '风险咨询', '规划设计', '市政设计']).size).toBe(0);
    expect(severitiesOf(['某市重大风险应急指挥中心工程', '某市高危边坡治理工程']).size).toBe(0);
    expect(severitiesOf(Array.from({ length: 20 }, (_, i) => `逾期${i}`)).size).toBe(0);
    expect(severitiesOf([]).size).toBe(0);
    // half of the names speak of a state, or they are no states
    expect(severitiesOf(['逾期', '正常', '甲', '乙']).size).toBe(2);
    expect(severitiesOf(['逾期', '正常', '甲', '乙', '丙']).size).toBe(0);
  });

  /** Red more than blue and green for what is late; green most for what is in order. */
  it.each(['light', 'dark', 'screen'] as const)('on %s what is late is never green or cyan', (on) => {
    const parts = (severity: 1 | 2 | 3 | 4) => [1, 3, 5].map((at) => Number.parseInt(severityColour(severity, on).slice(at, at + 2), 16));
    for (const severity of [2, 3, 4] as const) {
      const [r = 0, g = 0, b = 0] = parts(severity);
      expect(r).toBeGreaterThan(g);
      expect(r).toBeGreaterThan(b);
    }
    const [r = 0, g = 0, b = 0] = parts(1);
    expect(g).toBeGreaterThan(Math.max(r, b));
    expect(Object.keys(severityVars(on))).toEqual(['--severity-1', '--severity-2', '--severity-3', '--severity-4']);
  });
});
