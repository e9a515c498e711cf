import { describe, expect, it } from 'vitest';
import { Chain } from '../../contract/chain.ts';
import { answerOf, chainProblems, circleIn, runChain } from './chain.ts';

const step = (id: string, over: object = {}) => ({ id, name: id, kind: 'service', targetId: '1', ...over });
const from = (param: string, value: string) => ({ param, source: 'path', value });
const chain = (steps: object[], outputs: object[] = []) => Chain.parse({ steps, outputs });
const params = (ids: string[], names = ['id']) =>
  new Map(ids.map((id) => [id, names.map((paramName) => ({ paramName, nullable: '0' as const }))]));

describe('a chain', () => {
  const order = chain(
    [
      step('sum', { inputs: [from('a', '$.steps.left.data.n'), from('b', '$.steps.right.data.n')] }),
      step('left', { inputs: [from('id', '$.input.id')] }),
      step('right', { inputs: [{ param: 'id', source: 'value', value: '9' }] }),
    ],
    [
      { name: 'total', path: '$.steps.sum.data' },
      { name: 'id', path: '$.input.id' },
    ],
  );

  it('runs steps when what they read is there, the others at the same time', async () => {
    const begun: string[] = [];
    let atOnce = 0;
    let most = 0;
    const context = await runChain(
      order,
      { id: 4 },
      async ({ id }, inputs) => {
        begun.push(id);
        most = Math.max(most, ++atOnce);
        await Promise.resolve();
        atOnce -= 1;
        return id === 'sum' ? Number(inputs['a']) + Number(inputs['b']) : { n: Number(inputs['id']) };
      },
      () => undefined,
    );
    expect(begun).toEqual(['left', 'right', 'sum']);
    expect(most).toBe(2);
    expect(answerOf(order, context)).toEqual({ total: 13, id: 4 });
  });

  it('leaves out what its condition does not want, and goes on after a failure where a step says so', async () => {
    const some = chain([
      step('a', { onError: 'go' }),
      step('b', { condition: { path: '$.steps.a.state', operator: 'eq', value: 'failed' } }),
      step('c', { condition: { path: '$.steps.a.data.x', operator: 'exists' } }),
      step('d', { condition: { path: '$.input.n', operator: 'gt', value: '10' } }),
    ]);
    const skipped: string[] = [];
    const context = await runChain(
      some,
      { n: 9 },
      ({ id }) => (id === 'a' ? Promise.reject(new Error('no')) : Promise.resolve(id)),
      ({ id }) => skipped.push(id),
    );
    expect(skipped).toEqual(['d', 'c']);
    expect(answerOf(some, context)).toBe('b');
  });

  it('ends with the first failure otherwise; nothing that waits is called', async () => {
    const called: string[] = [];
    const some = chain([step('a'), step('b', { after: ['a'] })]);
    const run = runChain(
      some,
      {},
      ({ id }) => {
        called.push(id);
        return Promise.reject(new Error('上游失败'));
      },
      () => undefined,
    );
    await expect(run).rejects.toThrow('上游失败');
    expect(called).toEqual(['a']);
  });

  it('is refused with what is wrong with it', () => {
    const circle = chain([step('a', { after: ['b'] }), step('b', { inputs: [from('id', '$.steps.a.data')] })]);
    expect(circleIn(circle.steps)).toEqual(['a', 'b']);
    const wrong = chain(
      [step('a', { inputs: [from('id', '$.steps.gone.data'), from('other', '$.input.x')] }), step('b'), step('c', { targetId: '2' })],
      [{ name: 'x', path: '$.steps.nobody.data' }],
    );
    const said = chainProblems(wrong, new Map([...params(['a', 'b']), ['c', null]])).map(({ message }) => message);
    expect(said).toEqual([
      '步骤“a”引用的步骤“gone”不存在',
      '步骤“a”的输入“other”不是被调用方的参数',
      '步骤“b”缺少必填的输入“id”',
      '步骤“c”调用的服务或API不存在、未发布，或不在您的数据范围内',
      '输出“x”引用的步骤“nobody”不存在',
    ]);
    expect(chainProblems(order, new Map([...params(['left', 'right']), ...params(['sum'], ['a', 'b'])]))).toEqual([]);
  });
});
