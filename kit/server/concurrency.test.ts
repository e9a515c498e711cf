import { expect, it } from 'vitest';
import { withinLimit } from './concurrency.ts';

it('lets eight run at once, no more of one asker than told, and others again when one has ended', async () => {
  const ends: (() => void)[] = [];
  const begin = (who: string) => withinLimit(who, 2, () => new Promise<void>((resolve) => void ends.push(resolve)));
  const refused = { key: 'throttle.exceeded' };
  const running = ['a', 'a', 'b', 'b', 'c', 'c', 'd'].map(begin);
  await expect(begin('a')).rejects.toMatchObject(refused);
  running.push(begin('d'));
  await expect(begin('e')).rejects.toMatchObject(refused);
  ends.shift()!();
  await running.shift();
  running.push(begin('e'));
  for (const end of ends) end();
  await Promise.all(running);
  await expect(withinLimit('a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withinLimit('a', 1, () => Promise.resolve('free again'))).toBe('free again');
});
