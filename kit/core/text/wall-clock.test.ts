import { expect, it } from 'vitest';
import { wallClock, wallClockMillis, wallDay } from './wall-clock.ts';

it('a moment is told by the clock of China, whatever the zone of the computer', () => {
  const late = new Date('2026-11-28T16:30:00.250Z');
  expect([wallClockMillis(late), wallClock(late), wallDay(late)]).toEqual(['2026-11-29 00:30:00.250', '2026-11-29 00:30:00', '2026-11-29']);
  expect(wallDay(new Date('2026-11-28T15:59:59.999Z'))).toBe('2026-11-28');
});
