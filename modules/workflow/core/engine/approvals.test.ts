import { describe, expect, it } from 'vitest';
import { bpmn, definitionsOf, flow, Instance, userTask } from './test-models.ts';

const loop = (isSequential: boolean, completion = '') =>
  `<multiInstanceLoopCharacteristics isSequential="${isSequential}" flowable:collection="approvers" flowable:elementVariable="approver">${
    completion === '' ? '' : `<completionCondition><![CDATA[${completion}]]></completionCondition>`
  }</multiInstanceLoopCharacteristics>`;

/** submit → sign by each approver → final */
const signing = async (isSequential: boolean, completion = '', variables = {}) => {
  const xml = bpmn(
    `<startEvent id="start"/>${flow('f0', 'start', 'submit')}${userTask('submit')}${flow('f1', 'submit', 'sign')}${userTask(
      'sign',
      loop(isSequential, completion),
      'flowable:assignee="${approver}"',
    )}${flow('f2', 'sign', 'final')}${userTask('final')}${flow('f3', 'final', 'end')}<endEvent id="end"/>`,
  );
  const instance = new Instance(await definitionsOf(xml), { approvers: ['a', 'b', 'c'], ...variables });
  instance.complete('submit');
  return instance;
};

describe('several approvers', () => {
  it('all sign, in any order', async () => {
    const instance = await signing(false);
    expect(instance.open()).toEqual(['sign:a', 'sign:b', 'sign:c']);
    instance.complete('sign', 'b');
    instance.complete('sign', 'a');
    expect(instance.open()).toEqual(['sign:c']);
    instance.complete('sign', 'c');
    expect(instance.open()).toEqual(['final']);
  });

  it('one is enough: the tasks of the others go', async () => {
    const instance = await signing(false, '${nrOfCompletedInstances >= 1}');
    instance.complete('sign', 'b');
    expect(instance.open()).toEqual(['final']);
  });

  it('one after the other', async () => {
    const instance = await signing(true);
    expect(instance.open()).toEqual(['sign:a']);
    instance.complete('sign');
    expect(instance.open()).toEqual(['sign:b']);
    instance.complete('sign');
    instance.complete('sign');
    expect(instance.open()).toEqual(['final']);
  });

  it('a share of votes decides as soon as it cannot change any more', async () => {
    const completion = '${yes / nrOfInstances >= 0.6 || no / nrOfInstances > 0.4}';
    const instance = await signing(false, completion, { approvers: ['a', 'b', 'c', 'd', 'e'], yes: 0, no: 0 });
    instance.complete('sign', 'a', { yes: 1 });
    instance.complete('sign', 'b', { no: 1 });
    instance.complete('sign', 'c', { yes: 2 });
    expect(instance.open()).toEqual(['sign:d', 'sign:e']);
    instance.complete('sign', 'd', { yes: 3 });
    expect(instance.open()).toEqual(['final']);
  });

  it('one is added and has to sign too', async () => {
    const instance = await signing(false);
    instance.do({ type: 'addInstance', task: instance.task('sign', 'a').id, value: 'z' });
    expect(instance.open()).toEqual(['sign:a', 'sign:b', 'sign:c', 'sign:z']);
    for (const person of ['a', 'b', 'c']) instance.complete('sign', person);
    expect(instance.open()).toEqual(['sign:z']);
    instance.complete('sign', 'z');
    expect(instance.open()).toEqual(['final']);
  });

  it('one is taken away: nobody is left to sign', async () => {
    const instance = await signing(false);
    instance.complete('sign', 'a');
    instance.complete('sign', 'b');
    instance.do({ type: 'removeInstance', task: instance.task('sign', 'c').id });
    expect(instance.open()).toEqual(['final']);
  });

  it('the only one cannot be taken away', async () => {
    const instance = await signing(false, '', { approvers: ['a'] });
    expect(() => instance.do({ type: 'removeInstance', task: instance.task('sign').id })).toThrow('至少保留一位办理人');
  });
});

describe('back and away', () => {
  it('returns out of a half-done signing, and all sign again', async () => {
    const instance = await signing(false);
    instance.complete('sign', 'a');
    instance.do({ type: 'move', from: ['sign'], to: ['submit'] });
    expect(instance.open()).toEqual(['submit']);
    instance.complete('submit');
    expect(instance.open()).toEqual(['sign:a', 'sign:b', 'sign:c']);
  });

  it('returns to an earlier step and goes straight back to who returned it', async () => {
    const instance = await signing(false);
    for (const person of ['a', 'b', 'c']) instance.complete('sign', person);
    instance.do({ type: 'move', from: ['final'], to: ['submit'] });
    instance.do({ type: 'move', from: ['submit'], to: ['final'] });
    expect(instance.open()).toEqual(['final']);
  });

  it('terminates and leaves nothing behind', async () => {
    const instance = await signing(false);
    instance.do({ type: 'terminate' });
    const { status, tasks, tokens, scopes } = instance.state;
    expect({ status, tasks, tokens, scopes }).toEqual({ status: 'terminated', tasks: {}, tokens: {}, scopes: {} });
  });

  it('a command that fails leaves the state as it was', async () => {
    const instance = await signing(false, '${missing}');
    const before = structuredClone(instance.state);
    expect(() => instance.complete('sign', 'a')).toThrow('没有名为“missing”的变量');
    expect(instance.state).toEqual(before);
  });
});
