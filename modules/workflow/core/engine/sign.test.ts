import { describe, expect, it } from 'vitest';
import type { AddSigners } from './sign.ts';
import { bpmn, definitionsOf, flow, Instance, userTask } from './test-models.ts';

const loop = (isSequential: boolean) =>
  `<multiInstanceLoopCharacteristics isSequential="${isSequential}" flowable:collection="approvers" flowable:elementVariable="approver"/>`;
const NODE = {
  any: userTask('sign', '', 'flowable:candidateUsers="a,b"'),
  all: userTask('sign', loop(false), 'flowable:assignee="${approver}"'),
  sequence: userTask('sign', loop(true), 'flowable:assignee="${approver}"'),
};
/** submit → sign in one of the modes → final */
const at = async (mode: keyof typeof NODE) => {
  const xml = bpmn(
    `<startEvent id="start"/>${flow('f0', 'start', 'submit')}${userTask('submit')}${flow('f1', 'submit', 'sign')}${NODE[mode]}${flow(
      'f2',
      'sign',
      'final',
    )}${userTask('final')}${flow('f3', 'final', 'end')}<endEvent id="end"/>`,
  );
  const instance = new Instance(await definitionsOf(xml), { approvers: ['a', 'b'] }, 'starter');
  instance.complete('submit');
  return instance;
};
const add = (instance: Instance, order: AddSigners['order'], by: string, ...users: string[]) =>
  instance.do({ type: 'addSigners', task: (mine(instance, by) ?? instance.task('sign')).id, users, order, by });
const mine = (instance: Instance, person: string) => Object.values(instance.state.tasks).find(({ assignee }) => assignee === person);
const remove = (instance: Instance, person: string) => instance.do({ type: 'removeSigner', task: instance.task('sign', person).id });

describe('people added to one who decides alone', () => {
  it('before: the task waits for all of them and comes back to who added them', async () => {
    const instance = await at('any');
    add(instance, 'before', 'a', 'x', 'y');
    expect(instance.open()).toEqual(['sign:x', 'sign:y']);
    instance.complete('sign', 'y');
    instance.complete('sign', 'x');
    expect(instance.open()).toEqual(['sign:a']);
    instance.complete('sign');
    expect(instance.open()).toEqual(['final']);
  });

  it('after: they are asked when the task is done', async () => {
    const instance = await at('any');
    add(instance, 'after', 'a', 'x', 'y');
    expect(instance.open()).toEqual(['sign:a']);
    instance.complete('sign', 'a');
    expect(instance.open()).toEqual(['sign:x', 'sign:y']);
    instance.complete('sign', 'x');
    instance.complete('sign', 'y');
    expect(instance.open()).toEqual(['final']);
  });

  it('beside: all decide at once, in any order', async () => {
    const instance = await at('any');
    add(instance, 'beside', 'a', 'x');
    expect(instance.open()).toEqual(['sign:a', 'sign:x']);
    instance.complete('sign', 'a');
    expect(instance.open()).toEqual(['sign:x']);
    instance.complete('sign', 'x');
    expect(instance.open()).toEqual(['final']);
  });

  it('one who was added adds others in turn', async () => {
    const instance = await at('any');
    add(instance, 'before', 'a', 'x');
    add(instance, 'after', 'x', 'y');
    add(instance, 'before', 'x', 'z');
    expect(instance.open()).toEqual(['sign:z']);
    for (const person of ['z', 'x', 'y', 'a']) instance.complete('sign', person);
    expect(instance.open()).toEqual(['final']);
  });

  it('a decision for all takes away who was added', async () => {
    for (const [order, person] of [
      ['before', 'x'],
      ['beside', 'a'],
      ['beside', 'x'],
      ['after', 'a'],
    ] as const) {
      const instance = await at('any');
      add(instance, order, 'a', 'x', 'y');
      instance.do({ type: 'complete', task: instance.task('sign', person).id, variables: {}, forAll: true });
      expect(instance.open(), `${order} by ${person}`).toEqual(['final']);
    }
  });

  it('taken away again, the others decide', async () => {
    const instance = await at('any');
    add(instance, 'before', 'a', 'x', 'y');
    remove(instance, 'x');
    expect(instance.open()).toEqual(['sign:y']);
    remove(instance, 'y');
    expect(instance.open()).toEqual(['sign:a']);
    add(instance, 'after', 'a', 'x', 'y');
    instance.do({ type: 'removeSigner', task: instance.task('sign').id, user: 'x' });
    expect(() => instance.do({ type: 'removeSigner', task: instance.task('sign').id, user: 'x' })).toThrow('不在加签名单中');
    expect(() => remove(instance, 'a')).toThrow('不是加签任务');
    instance.complete('sign', 'a');
    remove(instance, 'y');
    expect(instance.open()).toEqual(['final']);
  });

  it('a return takes everybody away, and one that goes straight back brings them again', async () => {
    for (const isDirect of [false, true]) {
      const instance = await at('any');
      add(instance, 'before', 'a', 'x', 'y');
      instance.complete('sign', 'x');
      instance.do({ type: 'return', task: instance.task('sign', 'y').id, to: 'submit', isDirect });
      expect(instance.open()).toEqual(['submit']);
      instance.complete('submit');
      expect(instance.open()).toEqual(isDirect ? ['sign:y'] : ['sign']);
      if (!isDirect) continue;
      instance.complete('sign', 'y');
      instance.complete('sign', 'a');
      expect(instance.open()).toEqual(['final']);
    }
  });

  it('the end and a move take them away', async () => {
    const moved = await at('any');
    add(moved, 'beside', 'a', 'x', 'y');
    moved.do({ type: 'move', from: ['sign'], to: ['final'] });
    expect(moved.open()).toEqual(['final']);
    const ended = await at('any');
    add(ended, 'before', 'a', 'x');
    ended.do({ type: 'terminate' });
    expect([ended.open(), Object.keys(ended.state.tokens)]).toEqual([[], []]);
  });
});

describe('people added to some who decide together', () => {
  it('会签: beside is one more of them, before and after concern one of them', async () => {
    const instance = await at('all');
    add(instance, 'beside', 'a', 'x');
    expect(instance.open()).toEqual(['sign:a', 'sign:b', 'sign:x']);
    add(instance, 'before', 'a', 'y');
    add(instance, 'after', 'b', 'z');
    expect(instance.open()).toEqual(['sign:b', 'sign:x', 'sign:y']);
    for (const person of ['b', 'x', 'y', 'z']) instance.complete('sign', person);
    expect(instance.open()).toEqual(['sign:a']);
    instance.complete('sign', 'a');
    expect(instance.open()).toEqual(['final']);
  });

  it('会签: one more is taken away, and the others end the node', async () => {
    const instance = await at('all');
    add(instance, 'beside', 'a', 'x');
    instance.complete('sign', 'a');
    instance.complete('sign', 'b');
    remove(instance, 'x');
    expect(instance.open()).toEqual(['final']);
  });

  it('依次: they come before or after the one whose turn it is', async () => {
    const instance = await at('sequence');
    add(instance, 'before', 'a', 'x');
    instance.complete('sign', 'x');
    add(instance, 'after', 'a', 'y');
    add(instance, 'beside', 'a', 'z');
    expect(instance.open()).toEqual(['sign:a', 'sign:z']);
    instance.complete('sign', 'a');
    expect(instance.open()).toEqual(['sign:y', 'sign:z']);
    instance.complete('sign', 'z');
    instance.complete('sign', 'y');
    expect(instance.open()).toEqual(['sign:b']);
    instance.complete('sign', 'b');
    expect(instance.open()).toEqual(['final']);
  });

  it('a decision for all ends 会签', async () => {
    const instance = await at('all');
    add(instance, 'before', 'a', 'x');
    instance.do({ type: 'complete', task: instance.task('sign', 'x').id, variables: {}, forAll: true });
    expect(instance.open()).toEqual(['final']);
  });
});

it('nobody is added to the task of the starter', async () => {
  const instance = await at('any');
  instance.do({ type: 'return', task: instance.task('sign').id, to: null, isDirect: false });
  expect(() => add(instance, 'before', 'starter', 'x')).toThrow('该任务不能加签');
});
