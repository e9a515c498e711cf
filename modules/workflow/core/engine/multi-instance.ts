import type { MultiInstance, NodeModel } from '../model.ts';
import { hasExpression } from '../juel/evaluate.ts';
import { armBoundaries } from './arm.ts';
import { cancel } from './cancel.ts';
import { addToken, called, holds, instancesOf, later, next, scopeOf, tokenOf, valueFor, variableOf, type Run } from './run.ts';
import { EngineError, type Token } from './state.ts';

/** More instances of one activity are a mistake in its collection. */
const MAX_INSTANCES = 10_000;

const count = (body: Token, name: 'nrOfInstances' | 'nrOfCompletedInstances' | 'nrOfActiveInstances'): number =>
  Number(body.variables[name] ?? 0);

/** A list, as a text of JSON or with commas, or as the name of a variable that holds one. */
function listOf(run: Run, token: Token, value: string): unknown[] {
  const text = value.trim();
  const named = variableOf(run, token, scopeOf(run, token.scope), text);
  if (Array.isArray(named)) return named;
  if (text.startsWith('['))
    try {
      return JSON.parse(text) as unknown[];
    } catch {
      // a text that only looks like JSON
    }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function collectionOf(run: Run, token: Token, node: NodeModel, name: string): unknown[] {
  if (name.trim().startsWith('[')) return listOf(run, token, name);
  const value = hasExpression(name) ? valueFor(run, token, name) : variableOf(run, token, scopeOf(run, token.scope), name);
  if (value === undefined) throw new EngineError(`没有名为“${name}”的变量`);
  if (typeof value === 'string') return listOf(run, token, value);
  if (!Array.isArray(value)) throw new EngineError(`多实例节点“${called(node)}”的集合 ${name} 不是列表`);
  return value;
}

function cardinalityOf(run: Run, token: Token, node: NodeModel, text: string | null): number {
  const value = text === null ? Number.NaN : Number(valueFor(run, token, text));
  if (!Number.isInteger(value) || value < 0) throw new EngineError(`多实例节点“${called(node)}”的次数不是非负整数`);
  return value;
}

function addInstance(
  run: Run,
  body: Token,
  { elementVariable, indexVariable }: MultiInstance,
  index: number,
  added?: Token['added'],
): void {
  const variables = { loopCounter: index, [indexVariable]: index };
  const instance = addToken(run, body.scope, body.node, {
    instanceOf: body.id,
    ...(added && { added }),
    variables: elementVariable !== null && body.list ? { ...variables, [elementVariable]: body.list[index] } : variables,
  });
  later(run, { kind: 'execute', token: instance.id });
}

/** Begins the instances of a multi-instance activity; without any the activity is passed. */
export function beginInstances(run: Run, token: Token, node: NodeModel, loop: MultiInstance): void {
  const list = loop.collection === null ? null : collectionOf(run, token, node, loop.collection);
  const number = list?.length ?? cardinalityOf(run, token, node, loop.cardinality);
  if (number > MAX_INSTANCES) throw new EngineError(`多实例节点“${called(node)}”超过 ${MAX_INSTANCES} 个实例`);
  if (number === 0) return next(run, { kind: 'leave', token: token.id });
  const atOnce = loop.isSequential ? 1 : number;
  token.state = 'multi';
  token.list = list && [...list];
  token.variables = { nrOfInstances: number, nrOfCompletedInstances: 0, nrOfActiveInstances: atOnce };
  armBoundaries(run, token);
  for (let index = 0; index < atOnce; index += 1) addInstance(run, token, loop, index);
}

/** Leaves a multi-instance activity; instances that still run are taken away. */
export function endInstances(run: Run, body: Token): void {
  for (const instance of instancesOf(run, body.id)) cancel(run, instance, 'completionCondition');
  body.state = 'moving';
  body.list = null;
  body.variables = {};
  next(run, { kind: 'leave', token: body.id });
}

/** One instance is done: the activity is left when it was the last, or when the completion condition holds. */
export function completeInstance(run: Run, instance: Token, loop: MultiInstance): void {
  const body = tokenOf(run, instance.instanceOf ?? '');
  const completed = count(body, 'nrOfCompletedInstances') + 1;
  Object.assign(body.variables, { nrOfCompletedInstances: completed, nrOfActiveInstances: count(body, 'nrOfActiveInstances') - 1 });
  const isEnough = loop.completionCondition !== null && holds(run, instance, loop.completionCondition);
  const index = Number(instance.variables['loopCounter']);
  cancel(run, instance, null);
  if (isEnough || completed >= count(body, 'nrOfInstances')) return endInstances(run, body);
  if (loop.isSequential) {
    body.variables['nrOfActiveInstances'] = 1;
    addInstance(run, body, loop, index + 1);
  }
}

/** 加签: one more instance, at the end of a sequence or beside the others. */
export function appendInstance(run: Run, body: Token, loop: MultiInstance, value: unknown, by: string | null = null): void {
  const index = count(body, 'nrOfInstances');
  if (index >= MAX_INSTANCES) throw new EngineError(`多实例节点超过 ${MAX_INSTANCES} 个实例`);
  body.list ??= Array.from({ length: index }, () => null);
  body.list[index] = value;
  body.variables['nrOfInstances'] = index + 1;
  if (loop.isSequential) return;
  body.variables['nrOfActiveInstances'] = count(body, 'nrOfActiveInstances') + 1;
  addInstance(run, body, loop, index, { to: null, by });
}

/** 减签: takes an open instance away; the last one that has to decide stays. */
export function removeInstance(run: Run, instance: Token, loop: MultiInstance): void {
  const body = tokenOf(run, instance.instanceOf ?? '');
  const [instances, completed] = [count(body, 'nrOfInstances') - 1, count(body, 'nrOfCompletedInstances')];
  if (instances < 1) throw new EngineError('至少保留一位办理人');
  Object.assign(body.variables, { nrOfInstances: instances, nrOfActiveInstances: count(body, 'nrOfActiveInstances') - 1 });
  const index = Number(instance.variables['loopCounter']);
  cancel(run, instance, 'removeInstance');
  if (completed >= instances) return endInstances(run, body);
  if (!loop.isSequential) return;
  body.list?.splice(index, 1);
  body.variables['nrOfActiveInstances'] = 1;
  addInstance(run, body, loop, index);
}
