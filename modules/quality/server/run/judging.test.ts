import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';
import { judgedApart } from './judging.ts';

const app = startApp();
const source = testSource(
  app,
  `create table note (id int primary key, body text);
   insert into note values (1, '"aaaaaaaaaa"'), (2, '"${'a'.repeat(60)}!"'), (3, '7');`,
);
const calls = new QualityCalls(app);
beforeAll(async () => {
  calls.sourceId = await source.register();
});
const schemaRule = (pattern: string) =>
  calls.make(app.admin, 'note', 'body', 'accuracy_json_schema', {
    config: { accuracy: { schema: JSON.stringify({ type: 'string', pattern }) } },
  });

test('a pattern that backtracks for ever over a value ends as an error of its rule, and the node goes on answering', async () => {
  const id = await schemaRule('^(a+)+$');
  let longest = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const began = performance.now();
      await app.admin('GET', '/system/posts/page?pageSize=1');
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
  })();
  const { of } = await calls.run(app.admin, id);
  isOver = true;
  await others;
  expect(of(id)).toMatchObject({ state: 'error', checkResult: expect.stringContaining('超过10秒') });
  expect(longest).toBeLessThan(5_000);
});

test('other patterns are judged as before', async () => {
  const id = await schemaRule('^a+$');
  expect((await calls.run(app.admin, id)).of(id)).toMatchObject({ state: 'fail', checkErrorCount: 2 });
});

test('who leaves ends the thread', async () => {
  const stop = new AbortController();
  const column = { is: 'column', name: 'body' } as const;
  const stream = {
    ruleId: 'r',
    text: '',
    columns: ['body'],
    most: 10,
    judging: { checked: { is: 'true' }, bad: { is: 'not', part: { is: 'matches', value: column, pattern: '^(a+)+$' } } },
  } as const;
  setTimeout(() => stop.abort(new Error('left')), 3_000);
  await expect(judgedApart(stream, [[`${'a'.repeat(60)}!`]], stop.signal)).rejects.toThrow('left');
});
