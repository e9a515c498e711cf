import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table city (id integer primary key, name text, people integer, since date);
   insert into city values (1, '重庆', 32, '1997-06-18'), (2, '成都', 21, null), (3, '重庆西', null, '2018-01-25'), (4, '100%', 5, '2020-02-29'),
     (5, null, 21, '2020-03-01'), (6, '', 7, '2021-01-01')`,
);
const market = new MarketCalls(app);
/** Conditions over columns: name of the parameter, column, operator, type of the parameter. */
const PARAMS = [
  ['is', 'name', '1', '1'],
  ['isNot', 'name', '2', '1'],
  ['holds', 'name', '3', '1'],
  ['endsWith', 'name', '4', '1'],
  ['startsWith', 'name', '5', '1'],
  ['above', 'people', '6', '2'],
  ['least', 'people', '7', '2'],
  ['below', 'people', '8', '2'],
  ['most', 'people', '9', '2'],
  ['nameless', 'name', '10', '1'],
  ['counted', 'people', '11', '1'],
  ['among', 'name', '12', '1'],
  ['ids', 'id', '12', '2'],
  ['from', 'since', '7', '4'],
] as const;
let [path, key, appId] = ['', '', ''];
let steward: Send;

beforeAll(async () => {
  market.sourceId = await source.register();
  steward = app.as((await app.make.user({ perms: ['market:subscription:decide'], dataScope: '1' })).token);
  const made = await market.application('条件');
  const id = await market.make(
    await market.body('/city', 'city', ['id'], {
      params: PARAMS.map(([paramName, columnName, whereType, paramType]) => ({ paramName, columnName, whereType, paramType })),
      config: { orderBy: [{ columnName: 'id', orderType: 'asc' }] },
    }),
  );
  await market.release(id);
  await market.subscribe(steward, made.appId, id);
  [path, key, appId] = ['v1.0.0/city', made.apiKey, made.appId];
  await until(
    () => market.call(path, key),
    ({ status }) => status === 200,
  );
});

const idsOf = async (query: string): Promise<number[]> => {
  const answer = await market.call(`${path}?${query}`, key);
  expect(answer.status, answer.msg).toBe(200);
  return (answer.data.data as { id: number }[]).map(({ id }) => id);
};

it.each([
  ['is', 'is=重庆', [1]],
  ['is not, which nothing neither is nor is not', 'isNot=重庆', [2, 3, 4, 6]],
  ['holds', 'holds=庆', [1, 3]],
  ['holds what a pattern would take for any text', 'holds=%25', [4]],
  ['ends with', 'endsWith=庆', [1]],
  ['starts with', 'startsWith=重庆', [1, 3]],
  ['is above, of a number in an address', 'above=21', [1]],
  ['is at least', 'least=21', [1, 2, 5]],
  ['is below', 'below=21', [4, 6]],
  ['is at most', 'most=21', [2, 4, 5, 6]],
  ['is nothing', 'nameless=1', [5]],
  ['is something', 'counted=1', [1, 2, 4, 5, 6]],
  ['is one of several', 'among=重庆,成都', [1, 2]],
  ['is one of several numbers', 'ids=1,3,9', [1, 3]],
  ['lies on or after a day', 'from=2020-02-29', [4, 5, 6]],
  ['several at once', 'counted=1&below=22&from=2020-03-01', [5, 6]],
  ['a condition without a value, which is none', 'is=&nameless=', [1, 2, 3, 4, 5, 6]],
])('a condition of an API: %s', async (_what, query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
});

it('a page costs its source one statement, and one more where rows are counted that it does not show', async () => {
  const costs = async (total: 'exact' | 'none') => {
    const id = await market.make(
      await market.body(`/city-${total}`, 'city', ['id'], {
        config: { total, orderBy: [{ columnName: 'id', orderType: 'asc' }] },
      }),
    );
    await market.release(id);
    await market.subscribe(steward, appId, id);
    const page = (n: number) => market.call(`v1.0.0/city-${total}?pageSize=4&pageNum=${n}`, key);
    const cost = async (n: number) => {
      const before = source.executed();
      expect((await page(n)).status).toBe(200);
      return source.executed() - before;
    };
    // a connection that opens says first how it is set up
    return until(
      async () => [await cost(1), await cost(2)],
      ([full = 9, last = 9]) => full <= 2 && last <= 1,
    );
  };
  expect(await costs('none')).toEqual([1, 1]);
  expect(await costs('exact')).toEqual([2, 1]);
});
