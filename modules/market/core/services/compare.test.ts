import { expect, it } from 'vitest';
import { HttpService } from '../../contract/service.ts';
import { compareServices, type ComparedService } from './compare.ts';

const service = (over: Partial<ComparedService> = {}): ComparedService => ({
  serviceName: '订单查询',
  serviceType: '1',
  httpService: HttpService.parse({ httpMethod: 'GET', path: '/orders/{{id}}' }),
  webService: null,
  chain: null,
  reqParams: [
    { paramName: 'id', nullable: '0', paramType: '2' },
    { paramName: 'q', nullable: '1', paramType: '1' },
  ],
  masks: [],
  rateLimit: { enable: '0', times: 5, seconds: 60 },
  deny: null,
  timeoutMs: 10_000,
  retries: 0,
  maxBytes: 1_000_000,
  remark: null,
  hostName: '伙伴',
  ...over,
});
const told = (after: Partial<ComparedService>, before: Partial<ComparedService> = {}) =>
  compareServices(service(before), service(after)).map(({ label, isBreaking }) => [label, isBreaking]);

it('tells nothing of two versions that are the same', () => {
  expect(told({})).toEqual([]);
});

it.each<[what: string, after: Partial<ComparedService>, lines: [string, boolean][]]>([
  ['another server', { hostName: '新伙伴' }, [['外部地址', false]]],
  [
    'another method',
    { httpService: HttpService.parse({ httpMethod: 'POST', path: '/orders/{{id}}' }) },
    [
      ['调用方式', true],
      ['请求方法', false],
    ],
  ],
  ['a limit', { rateLimit: { enable: '1', times: 5, seconds: 60 } }, [['限流', true]]],
  ['less time', { timeoutMs: 500 }, [['超时', true]]],
  ['more time', { timeoutMs: 20_000 }, [['超时', false]]],
  ['a parameter less', { reqParams: [{ paramName: 'id', nullable: '0', paramType: '2' }] }, [['q', true]]],
  [
    'a parameter that must be given now',
    {
      reqParams: [
        { paramName: 'id', nullable: '0', paramType: '2' },
        { paramName: 'q', nullable: '0', paramType: '1' },
      ],
    },
    [['q', true]],
  ],
  ['a mask', { masks: [{ path: '$.mobile', maskRuleId: '1' }] }, [['$.mobile 脱敏', true]]],
])('says what of %s its callers must know', (_what, after, lines) => {
  expect(told(after)).toEqual(lines);
});

it('a limit that is lifted, and outputs of a chain that are added, break nobody; one that is gone does', () => {
  const limited = { rateLimit: { enable: '1' as const, times: 5, seconds: 60 } };
  expect(told({}, limited)).toEqual([['限流', false]]);
  const chain = (names: string[]): Partial<ComparedService> => ({
    serviceType: '3',
    httpService: null,
    chain: {
      steps: [{ id: 'a', name: '甲', kind: 'api', targetId: '1', x: 0, y: 0, inputs: [], after: [], condition: null, onError: 'stop' }],
      outputs: names.map((name) => ({ name, path: `$.steps.a.data.${name}` })),
    },
  });
  expect(told(chain(['a', 'b']), chain(['a', 'c']))).toEqual([
    ['c', true],
    ['b', false],
  ]);
});
