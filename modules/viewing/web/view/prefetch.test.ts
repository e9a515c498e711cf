import { expect, test } from 'vitest';
import { prefetchedDocument, lookAhead } from './prefetch.ts';

const gone = () => Promise.reject(new Error('内容不存在'));

test('a document that is not there is told once, and asked for anew by whoever tries again', async () => {
  lookAhead('board', 'early', '', gone());
  // the page takes it while it is on its way
  await expect(prefetchedDocument('board', 'early')).rejects.toThrow('内容不存在');
  expect(prefetchedDocument('board', 'early')).toBe(null);

  const asked = gone();
  lookAhead('screen', 'late', '', asked);
  await asked.catch(() => undefined);
  await Promise.resolve();
  // the page was loaded after it had failed
  await expect(prefetchedDocument('screen', 'late')).rejects.toThrow('内容不存在');
  expect(prefetchedDocument('screen', 'late')).toBe(null);
});
