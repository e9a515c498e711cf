import { pino } from 'pino';
import { expect, it } from 'vitest';
import { conditions } from './conditions.ts';

it('tells a text once, a changed one again, and forgets what is over', () => {
  const told: string[] = [];
  const now = conditions(pino({ level: 'silent' }), (text) => told.push(text));
  now.set('files.apart', '附件不在一处');
  now.set('files.apart', '附件不在一处');
  now.set('clock', '时钟相差两秒');
  expect(told).toEqual(['附件不在一处', '时钟相差两秒']);
  expect(now.list()).toEqual(['时钟相差两秒', '附件不在一处']);
  now.set('clock', '时钟相差三秒');
  now.set('files.apart', null);
  expect(told).toHaveLength(3);
  expect(now.list()).toEqual(['时钟相差三秒']);
});
