import { describe, expect, it } from 'vitest';
import { apply } from './apply.ts';
import { bpmn, definitionsOf, flow, Instance, userTask } from './test-models.ts';

const steps = (...ids: string[]) => ids.map((id) => userTask(id)).join('');
const chain = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, n) => flow(`${ids[n]}_${id}`, ids[n]!, id))
    .join('');
const LINE = bpmn(`<startEvent id="s"/>${steps('a', 'b', 'c')}<endEvent id="e"/>${chain('s', 'a', 'b', 'c', 'e')}`);
/** a → fork → (b1 → b2) and (c1) → join → d */
const FORK =
  bpmn(`<startEvent id="s"/>${steps('a', 'b1', 'b2', 'c1', 'd')}<parallelGateway id="f"/><parallelGateway id="j"/><endEvent id="e"/>
${chain('s', 'a', 'f', 'b1', 'b2', 'j', 'd', 'e')}${chain('f', 'c1', 'j')}`);
const SIGN = bpmn(`<startEvent id="s"/>${steps('a')}
<userTask id="m" name="m" flowable:assignee="\${who}"><multiInstanceLoopCharacteristics isSequential="false" flowable:collection="\${people}" flowable:elementVariable="who"/></userTask>
<endEvent id="e"/>${chain('s', 'a', 'm', 'e')}`);

const instanceOf = async (model: string, variables = {}) => new Instance(await definitionsOf(model), variables, 'staff');
const back = (instance: Instance, node: string, to: string | null, isDirect = false, assignee?: string) =>
  instance.do({ type: 'return', task: instance.task(node, assignee).id, to, isDirect });

describe('a return to the starter', () => {
  it('leaves one task of the starter, whose completion walks the whole way again', async () => {
    const instance = await instanceOf(FORK);
    instance.complete('a');
    instance.complete('b1');
    back(instance, 'c1', null);
    expect(instance.open()).toEqual(['s:staff']);
    instance.complete('s');
    expect(instance.open()).toEqual(['a']);
  });

  it('goes straight back to everything that it interrupted, also in other branches', async () => {
    const instance = await instanceOf(FORK);
    instance.complete('a');
    instance.complete('b1');
    back(instance, 'c1', null, true);
    instance.complete('s', undefined, { amount: 2 });
    expect(instance.open()).toEqual(['b2', 'c1']);
    instance.complete('b2');
    instance.complete('c1');
    instance.complete('d');
    expect(instance.state).toMatchObject({ status: 'completed', result: { amount: 2 } });
  });
});

describe('a return to an earlier node', () => {
  it('is not one to where it comes from', async () => {
    const instance = await instanceOf(LINE);
    expect(() => back(instance, 'a', 'a')).toThrow('只能退回到之前的节点');
  });

  it.each([true, false])('goes straight back when the last of several has decided (one by one: %s)', async (isSequential) => {
    const instance = await instanceOf(
      SIGN.replace('"false"', `"${isSequential}"`)
        .replace('<endEvent id="e"/>', `${steps('z')}<endEvent id="e"/>`)
        .replace('targetRef="e"', 'targetRef="z"')
        .replace('</process>', `${flow('z_e', 'z', 'e')}</process>`),
      { people: ['x', 'y'] },
    );
    instance.complete('a');
    instance.complete('m');
    instance.complete('m');
    const before = instance.task('z');
    back(instance, 'z', 'm', true);
    instance.complete('m');
    expect(instance.open()).toEqual(['m:y']);
    instance.complete('m');
    expect(instance.open()).toEqual(['z']);
    expect(instance.task('z').id).toBe(before.id);
  });

  it('walks again from there', async () => {
    const instance = await instanceOf(LINE);
    instance.complete('a');
    instance.complete('b');
    back(instance, 'c', 'a');
    expect(instance.open()).toEqual(['a']);
    instance.complete('a');
    expect(instance.open()).toEqual(['b']);
  });

  it('goes straight back when asked to, and only once', async () => {
    const instance = await instanceOf(LINE);
    instance.complete('a');
    instance.complete('b');
    back(instance, 'c', 'a', true);
    instance.complete('a');
    expect(instance.open()).toEqual(['c']);
    back(instance, 'c', 'a');
    instance.complete('a');
    expect(instance.open()).toEqual(['b']);
  });

  it('inside a branch leaves the other branches alone, those that wait at the join too', async () => {
    const instance = await instanceOf(FORK);
    instance.complete('a');
    instance.complete('c1');
    instance.complete('b1');
    back(instance, 'b2', 'b1');
    expect(instance.open()).toEqual(['b1']);
    instance.complete('b1');
    instance.complete('b2');
    expect(instance.open()).toEqual(['d']);
  });

  it('before a fork takes all of its branches away', async () => {
    const instance = await instanceOf(FORK);
    instance.complete('a');
    instance.complete('c1');
    instance.complete('b1');
    back(instance, 'b2', 'a');
    expect(instance.open()).toEqual(['a']);
    instance.complete('a');
    expect(instance.open()).toEqual(['b1', 'c1']);
  });

  it('out of half a joint decision takes the others with it, and asks all of them again', async () => {
    const instance = await instanceOf(SIGN, { people: ['x', 'y', 'z'] });
    instance.complete('a');
    instance.complete('m', 'x');
    back(instance, 'm', 'a', false, 'y');
    expect(instance.open()).toEqual(['a']);
    instance.complete('a');
    expect(instance.open()).toEqual(['m:x', 'm:y', 'm:z']);
  });

  it('straight back into half a joint decision finds it as it was', async () => {
    const instance = await instanceOf(SIGN, { people: ['x', 'y', 'z'] });
    instance.complete('a');
    instance.complete('m', 'x');
    back(instance, 'm', 'a', true, 'y');
    instance.complete('a');
    expect(instance.open()).toEqual(['m:y', 'm:z']);
    instance.complete('m', 'z');
    instance.complete('m', 'y');
    expect(instance.state.status).toBe('completed');
  });

  it('is refused for a later node and for one that does not exist, and changes nothing', async () => {
    const instance = await instanceOf(LINE);
    instance.complete('a');
    const before = structuredClone(instance.state);
    expect(() => back(instance, 'b', 'c')).toThrow('只能退回到之前的节点');
    expect(() => back(instance, 'b', 'nowhere')).toThrow('不能退回到节点 nowhere');
    expect(instance.state).toEqual(before);
  });
});

it('asks the surroundings for variables that an instance does not hold', async () => {
  const definitions = await definitionsOf(
    bpmn(`<startEvent id="s"/>${userTask('a', '', 'flowable:candidateUsers="${approvers_a}"')}<endEvent id="e"/>${chain('s', 'a', 'e')}`),
  );
  const start = { type: 'start', process: 'p', variables: {}, user: null } as const;
  expect(() => apply(definitions, null, 0, start)).toThrow('approvers_a');
  const { state } = apply(definitions, null, 0, start, (name) => (name === 'approvers_a' ? ['x', 'y'] : undefined));
  expect(Object.values(state.tasks)[0]?.candidateUsers).toEqual(['x', 'y']);
});
