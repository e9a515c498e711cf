import { expect, test } from 'vitest';
import { documentAhead, lookAhead } from './ahead.ts';

const gone = () => Promise.reject(new Error('内容不存在'));

test('a document that is not there is told once, and asked for anew by whoever tries again', async () => {
  lookAhead('board', 'early', '', gone());
  // the page takes it while it is on its way
  await expect(documentAhead('board', 'early')).rejects.toThrow('内容不存在');
  expect(documentAhead('board', 'early')).toBe(null);

  const asked = gone();
  lookAhead('screen', 'late', '', asked);
  await asked.catch(() => undefined);
  await Promise.resolve();
  // the page was loaded after it had failed
  await expect(documentAhead('screen', 'late')).rejects.toThrow('内容不存在');
  expect(documentAhead('screen', 'late')).toBe(null);
});
