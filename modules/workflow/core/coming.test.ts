import { describe, expect, it } from 'vitest';
import { comingNodes, nextTasks } from './coming.ts';
import { bpmn, definitionsOf, flow, userTask } from './engine/test-models.ts';

const steps = (...ids: string[]) => ids.map((id) => userTask(id)).join('');
/** a → x: big b | small c | otherwise d → j → e → end */
const fork = (kind: string, big: string, small: string) =>
  bpmn(`<startEvent id="s"/>${steps('a', 'b', 'c', 'd', 'e')}<${kind} id="x" default="f3"/><${kind} id="j"/><endEvent id="end"/>
${flow('f0', 's', 'a')}${flow('f9', 'a', 'x')}${flow('f1', 'x', 'b', big)}${flow('f2', 'x', 'c', small)}${flow('f3', 'x', 'd')}
${flow('f4', 'b', 'j')}${flow('f5', 'c', 'j')}${flow('f6', 'd', 'j')}${flow('f7', 'j', 'e')}${flow('f8', 'e', 'end')}`);
const ahead = async (text: string, from: readonly string[], variables: Record<string, unknown> = {}, changing: readonly string[] = []) => {
  const { p } = await definitionsOf(text);
  const found = comingNodes(p!, from, { variables, changing: new Set(changing) });
  return found.map(({ id, isConditional }) => (isConditional ? `${id}?` : id));
};
const AMOUNT = ['${amount >= 1000}', '${amount >= 500}'] as const;

describe('what comes after a gateway', () => {
  it('is the branch that its conditions choose by what is known', async () => {
    const text = fork('exclusiveGateway', ...AMOUNT);
    expect(await ahead(text, ['a'], { amount: 2000 })).toEqual(['b', 'e']);
    expect(await ahead(text, ['a'], { amount: '700' })).toEqual(['c', 'e']);
    expect(await ahead(text, ['a'], { amount: 1 })).toEqual(['d', 'e']);
    expect(await ahead(fork('inclusiveGateway', ...AMOUNT), ['a'], { amount: 2000 })).toEqual(['b', 'c', 'e']);
  });

  it('is every branch that may be taken, said so, when a condition is open; what follows the join comes anyway', async () => {
    const text = fork('exclusiveGateway', ...AMOUNT);
    const all = ['b?', 'c?', 'd?', 'e'];
    expect(await ahead(text, ['a'])).toEqual(all);
    // a field that a node edits, a vote, and what cannot be calculated
    expect(await ahead(text, ['a'], { amount: 2000 }, ['amount'])).toEqual(all);
    expect(await ahead(fork('exclusiveGateway', '${approved}', AMOUNT[1]), ['a'], { approved: true, amount: 1 })).toEqual([
      'b?',
      'd?',
      'e',
    ]);
    expect(await ahead(fork('inclusiveGateway', '${other}', AMOUNT[1]), ['a'], { amount: 600 })).toEqual(['c', 'b?', 'e']);
    // a condition that holds comes after an open one: the branches after it are never taken
    expect(await ahead(fork('exclusiveGateway', '${other}', AMOUNT[1]), ['a'], { amount: 600 })).toEqual(['b?', 'c?', 'e']);
  });

  it('is every branch of a parallel one, with what stands in a sub-process, and copies', async () => {
    const text = bpmn(`<startEvent id="s"/>${steps('a', 'b', 'd')}<parallelGateway id="x"/><parallelGateway id="j"/>
<subProcess id="sub"><startEvent id="s2"/>${steps('in')}<endEvent id="e2"/>${flow('i1', 's2', 'in')}${flow('i2', 'in', 'e2')}</subProcess>
<sendTask id="k" name="k" xmlns:dp="http://databrain.cn/bpmn" dp:copy="{&quot;who&quot;:[{&quot;kind&quot;:&quot;starter&quot;}]}"/><endEvent id="end"/>
${flow('f1', 's', 'a')}${flow('f2', 'a', 'x')}${flow('f3', 'x', 'b')}${flow('f4', 'x', 'sub')}${flow('f5', 'b', 'j')}${flow('f6', 'sub', 'k')}${flow('f7', 'k', 'j')}${flow('f8', 'j', 'd')}${flow('f9', 'd', 'end')}`);
    expect(await ahead(text, ['a'])).toEqual(['b', 'in', 'k', 'd']);
    expect(await ahead(text, ['sub', 'in', 'b'])).toEqual(['k', 'd']);
  });
});

it('goes round a circle once', async () => {
  const text = bpmn(`<startEvent id="s"/>${steps('a', 'b')}<exclusiveGateway id="x"/><endEvent id="end"/>
${flow('f1', 's', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'x')}${flow('f4', 'x', 'a', '${again}')}${flow('f5', 'x', 'end', '${!again}')}`);
  expect(await ahead(text, ['s'])).toEqual(['a', 'b']);
});

it('goes through called processes with what is passed to them, and out of them again; a process that calls itself is passed over', async () => {
  const inner = `<startEvent id="s"/>${steps('a', 'b')}<callActivity id="again" calledElement="q"/><exclusiveGateway id="x" default="g4"/><endEvent id="end"/>
${flow('g1', 's', 'a')}${flow('g2', 'a', 'x')}${flow('g3', 'x', 'b', '${sum > 10}')}${flow('g4', 'x', 'again')}${flow('g5', 'b', 'again')}${flow('g6', 'again', 'end')}`;
  const text =
    bpmn(`<startEvent id="s"/>${steps('a', 'z')}<callActivity id="c" calledElement="q"><extensionElements><flowable:in source="amount" target="sum"/></extensionElements></callActivity><endEvent id="end"/>
${flow('f1', 's', 'a')}${flow('f2', 'a', 'c')}${flow('f3', 'c', 'z')}${flow('f4', 'z', 'end')}`);
  const { p } = await definitionsOf(text);
  const { q } = await definitionsOf(bpmn(inner, '', 'q'));
  const definitions = { p: p!, q: q! };
  const found = (variables: Record<string, unknown>, from = ['s']) =>
    comingNodes(p!, from, { variables, changing: new Set(), definitions }).map(({ id, isConditional }) => (isConditional ? `${id}?` : id));
  expect(found({ amount: 20 })).toEqual(['a', 'c/a', 'c/b', 'z']);
  expect(found({ amount: 2 })).toEqual(['a', 'c/a', 'z']);
  expect(found({})).toEqual(['a', 'c/a', 'c/b?', 'z']);
  expect(found({ amount: 20 }, ['c', 'c/a'])).toEqual(['c/b', 'z']);
  const after = (from: string) => nextTasks(p!, from, { variables: {}, changing: new Set(), definitions }).map(({ id }) => id);
  expect(after('a')).toEqual(['c/a']);
  expect(after('c/a')).toEqual(['c/b', 'z']);
});
