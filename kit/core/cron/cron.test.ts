import { describe, expect, it } from 'vitest';
import { cronProblem } from '#kit/contract/cron.ts';
import { choiceOf, textOfChoice, withField } from './choice.ts';
import { describeCron } from './describe.ts';
import { cronOfPlan, planOf, type Plan } from './plan.ts';
import { nextTime, timesAfter, timesBetween } from './times.ts';

const SHANGHAI = 'Asia/Shanghai';
const at = (text: string) => new Date(text);
const next = (cron: string, zone: string, after: string, count: number) =>
  timesAfter(cron, zone, at(after), count).map((time) => time.toISOString());

describe('sentences', () => {
  it.each([
    ['* * * * * ?', '每秒'],
    ['0/10 * * * * ?', '每隔 10 秒'],
    ['0 * * * * ?', '每分钟'],
    ['30 * * * * ?', '每分钟的第 30 秒'],
    ['0 0/5 * * * ?', '每隔 5 分钟'],
    ['0 */7 * * * ?', '每小时的第 0 分起每隔 7 分钟'],
    ['0 0 * * * ?', '每小时整点'],
    ['0 15 * * * ?', '每小时的第 15 分'],
    ['0 0 0/2 * * ?', '每隔 2 小时'],
    ['0 30 2 * * ?', '每天 02:30'],
    ['15 30 2 * * *', '每天 02:30:15'],
    ['0 0 9,18 * * ?', '每天 09:00、18:00'],
    ['0 0/30 9-17 ? * MON-FRI', '每周一至周五 9 至 17 点，每隔 30 分钟'],
    ['0 0 9-17 * * ?', '每天 9 至 17 点，每小时整点'],
    ['0 0 0 ? * 1,7', '每周日、周六 00:00'],
    ['0 0 0 L * ?', '每月最后一天 00:00'],
    ['0 0 0 LW * ?', '每月最后一个工作日 00:00'],
    ['0 0 0 15W * ?', '每月离 15 日最近的工作日 00:00'],
    ['0 0 0 1,15 * ?', '每月 1、15 日 00:00'],
    ['0 0 0 1/2 * ?', '每月 1 日起每隔 2 天 00:00'],
    ['0 0 0 ? * 6#2', '每月第二个周五 00:00'],
    ['0 0 0 ? * 6L', '每月最后一个周五 00:00'],
    ['0 0 0 29 2 ?', '每年 2 月 29 日 00:00'],
    ['0 0 12 1-7 1,4 ?', '每年 1、4 月 1 至 7 日 12:00'],
    ['0 0 0 ? 3-5 2', '每年 3 至 5 月的每周一 00:00'],
    ['0 0 8 * 1-3 ?', '每年 1 至 3 月的每天 08:00'],
  ])('%s is %s', (cron, text) => expect(describeCron(cron)).toBe(text));

  it.each([
    ['', 'cron 表达式不能为空'],
    ['0 0 * * *', 'cron 表达式应为 6 段（秒 分 时 日 月 星期），现在是 5 段'],
    ['0 60 * * * ?', '“分”应在 0 到 59 之间：60'],
    ['0 0 0 * * 8', '“星期”应在 1 到 7 之间（1 为周日，7 为周六）：8'],
    ['0 0 0 1 * 2', '日和星期不能同时指定，请将其中一个填为 ?'],
    ['? * * * * ?', '“秒”不能填 ?，? 只用于日和星期'],
    ['0 0 18-9 * * ?', '“时”的范围应从小到大：18-9'],
    ['0 0/0 * * * ?', '“分”的间隔应为 1 到 60'],
    ['0 0 0 L-3 * ?', '“日”不支持的写法：L'],
    ['0 0 0 ? * 2#6', '“星期”# 后应为 1 到 5，表示当月第几个'],
    ['0,, * * * * ?', '“秒”有空缺'],
    ["'; 0 0 * * ?", "“秒”不支持的写法：';"],
    ['@daily', 'cron 表达式应为 6 段（秒 分 时 日 月 星期），现在是 1 段'],
  ])('says what is wrong with %s', (cron, problem) => expect(cronProblem(cron)).toBe(problem));
});

describe('times', () => {
  it('go by the clock of Shanghai', () => {
    expect(next('0 30 2 * * ?', SHANGHAI, '2026-11-21T00:00:00Z', 2)).toEqual(['2026-11-21T18:30:00.000Z', '2026-11-22T18:30:00.000Z']);
  });

  it('find the end of each month', () => {
    expect(next('0 0 0 L * ?', SHANGHAI, '2027-01-30T00:00:00Z', 4)).toEqual([
      '2027-01-30T16:00:00.000Z',
      '2027-02-27T16:00:00.000Z',
      '2027-03-30T16:00:00.000Z',
      '2027-04-29T16:00:00.000Z',
    ]);
    // the 31st exists in seven months only
    expect(next('0 0 12 31 * ?', SHANGHAI, '2026-11-21T00:00:00Z', 3).map((time) => time.slice(0, 10))).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-03-31',
    ]);
    expect(next('0 0 12 LW * ?', SHANGHAI, '2027-01-01T00:00:00Z', 2).map((time) => time.slice(0, 10))).toEqual([
      '2027-01-29',
      '2027-02-26',
    ]);
  });

  it('wait for the leap day', () => {
    expect(next('0 0 12 29 2 ?', SHANGHAI, '2026-11-21T00:00:00Z', 2).map((time) => time.slice(0, 10))).toEqual([
      '2028-02-29',
      '2032-02-29',
    ]);
  });

  it('count weekdays as Quartz does: 1 is Sunday', () => {
    expect(new Date(next('0 0 12 ? * 1', SHANGHAI, '2026-11-21T00:00:00Z', 1)[0] ?? '').getUTCDay()).toBe(0);
    expect(next('0 0 12 ? * 6#2', SHANGHAI, '2026-11-21T00:00:00Z', 1)).toEqual(['2026-12-11T04:00:00.000Z']);
    expect(next('0 0 12 ? * 6L', SHANGHAI, '2026-11-21T00:00:00Z', 1)).toEqual(['2026-11-27T04:00:00.000Z']);
  });

  it('begin steps where they say', () => {
    expect(next('0 5/20 * * * ?', SHANGHAI, '2026-11-21T00:00:00Z', 4).map((time) => time.slice(14, 16))).toEqual(['05', '25', '45', '05']);
  });

  it('keep the wall clock of a zone with summer time', () => {
    // New York goes from UTC-5 to UTC-4 on 2027-03-14
    expect(next('0 0 9 * * ?', 'America/New_York', '2027-03-13T00:00:00Z', 2)).toEqual([
      '2027-03-13T14:00:00.000Z',
      '2027-03-14T13:00:00.000Z',
    ]);
  });

  it('refuse what never comes', () => {
    expect(() => nextTime('0 0 0 30 2 ?', SHANGHAI, at('2026-11-21T00:00:00Z'))).toThrow('不会有执行时间');
  });

  it('find the newest of a span, both ends included', () => {
    const between = (count: number) =>
      timesBetween('0 0/10 * * * ?', SHANGHAI, at('2026-11-21T00:00:00Z'), at('2026-11-21T01:00:00Z'), count).map((time) =>
        time.toISOString().slice(11, 16),
      );
    expect(between(100)).toEqual(['00:00', '00:10', '00:20', '00:30', '00:40', '00:50', '01:00']);
    expect(between(2)).toEqual(['00:50', '01:00']);
  });
});

describe('the builder', () => {
  const plans: readonly (readonly [Plan, string])[] = [
    [{ kind: 'every', unit: 'second', by: 10 }, '0/10 * * * * ?'],
    [{ kind: 'every', unit: 'minute', by: 1 }, '0 * * * * ?'],
    [{ kind: 'every', unit: 'hour', by: 2 }, '0 0 0/2 * * ?'],
    [{ kind: 'daily', time: '02:30:00' }, '0 30 2 * * ?'],
    [{ kind: 'weekly', weekdays: [2, 6], time: '09:05:10' }, '10 5 9 ? * 2,6'],
    [{ kind: 'monthly', days: [1, 15], time: '00:00:00' }, '0 0 0 1,15 * ?'],
    [{ kind: 'monthly', days: 'last', time: '23:59:59' }, '59 59 23 L * ?'],
    [{ kind: 'monthly', days: 'lastWorkday', time: '08:00:00' }, '0 0 8 LW * ?'],
  ];
  it.each(plans)('writes and reads %j', (plan, cron) => {
    expect(cronOfPlan(plan)).toBe(cron);
    expect(planOf(cron)).toEqual(plan);
    expect(cronProblem(cron)).toBeNull();
  });

  it('shows as custom what no plan can show, and what is not finished', () => {
    for (const text of ['0 5/10 * * * ?', '0 0 0 ? * 6#2', '0 0 9,18 * * ?', '0 0 0 1 6 ?', '0 0', ''])
      expect(planOf(text)).toEqual({ kind: 'custom', text });
  });

  it('reads and writes single fields', () => {
    expect(choiceOf('weekday', 'MON-FRI')).toEqual({ mode: 'range', from: 2, to: 6 });
    expect(choiceOf('minute', '*/5')).toEqual({ mode: 'step', from: 0, by: 5 });
    expect(choiceOf('day', 'LW')).toEqual({ mode: 'text', text: 'LW' });
    for (const text of ['*', '1-5', '3/10', '1,2,3', '6#2']) expect(textOfChoice(choiceOf('weekday', text))).toBe(text);
  });

  it('lets day and weekday give way to each other', () => {
    expect(withField('0 0 0 1 * ?'.split(' '), 'weekday', '2').join(' ')).toBe('0 0 0 ? * 2');
    expect(withField('0 0 0 ? * 2'.split(' '), 'day', 'L').join(' ')).toBe('0 0 0 L * ?');
    expect(withField('0 0 0 ? * 2'.split(' '), 'weekday', '*').join(' ')).toBe('0 0 0 * * ?');
  });
});
