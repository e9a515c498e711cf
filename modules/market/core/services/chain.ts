import type { Chain, ChainStep } from '../../contract/chain.ts';
import { parsePath, pick } from '../../contract/json-path.ts';
import type { ServiceParam } from '../../contract/service-param.ts';

/** What a step has come to. */
export interface StepResult {
  readonly state: 'done' | 'skipped' | 'failed';
  readonly data: unknown;
}
/** What paths of a chain look into: `$.input.id`, `$.steps.a.data.name`. */
export interface ChainContext {
  readonly input: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, StepResult>>;
}
export interface ChainProblem {
  /** id of the step, null for the chain */
  readonly step: string | null;
  readonly message: string;
}

function stepOfPath(text: string): string | null {
  const [first, second] = parsePath(text);
  return first?.kind === 'key' && first.key === 'steps' && second?.kind === 'key' ? second.key : null;
}
const pathsOf = (step: ChainStep): string[] => [
  ...step.inputs.filter(({ source }) => source === 'path').map(({ value }) => value),
  ...(step.condition ? [step.condition.path] : []),
];

/** The steps that must have ended before a step begins: those that it reads, and those that it names. */
export function dependenciesOf(step: ChainStep): Set<string> {
  const read = pathsOf(step).flatMap((path) => safely(() => stepOfPath(path)) ?? []);
  return new Set([...step.after, ...read]);
}
function safely<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Ids of steps that wait for each other; empty when none do. */
export function circleIn(steps: readonly ChainStep[]): string[] {
  let left = [...steps];
  for (;;) {
    const ids = new Set(left.map(({ id }) => id));
    const next = left.filter((step) => [...dependenciesOf(step)].some((id) => ids.has(id)));
    if (next.length === left.length) return next.map(({ id }) => id);
    left = next;
  }
}

/** What is wrong with a chain before anything of it runs. `params` are those of what each step calls, null where it cannot be called. */
export function chainProblems(
  { steps, outputs }: Chain,
  params: ReadonlyMap<string, readonly Pick<ServiceParam, 'paramName' | 'nullable' | 'defaultValue'>[] | null>,
): ChainProblem[] {
  const ids = new Set(steps.map(({ id }) => id));
  const problems: ChainProblem[] = [];
  if (ids.size < steps.length) problems.push({ step: null, message: '步骤编号重复' });
  for (const step of steps) {
    const say = (message: string) => problems.push({ step: step.id, message: `步骤“${step.name}”${message}` });
    for (const path of pathsOf(step)) {
      const wrong = pathProblemOf(path);
      if (wrong) say(`的${wrong}`);
    }
    for (const id of dependenciesOf(step)) if (!ids.has(id)) say(`引用的步骤“${id}”不存在`);
    const taken = params.get(step.id);
    if (!taken) {
      say('调用的服务或API不存在、未发布，或不在您的数据范围内');
      continue;
    }
    for (const { param } of step.inputs) if (!taken.some(({ paramName }) => paramName === param)) say(`的输入“${param}”不是被调用方的参数`);
    for (const { paramName, nullable, defaultValue } of taken)
      if (nullable === '0' && !defaultValue && !step.inputs.some(({ param }) => param === paramName)) say(`缺少必填的输入“${paramName}”`);
  }
  for (const { name, path } of outputs) {
    const id = safely(() => stepOfPath(path)) ?? null;
    const wrong = pathProblemOf(path);
    if (wrong) problems.push({ step: null, message: `输出“${name}”的${wrong}` });
    if (id !== null && !ids.has(id)) problems.push({ step: null, message: `输出“${name}”引用的步骤“${id}”不存在` });
  }
  const circle = circleIn(steps);
  if (circle.length > 0) problems.push({ step: circle[0]!, message: `步骤互相等待：${circle.join('、')}` });
  return problems;
}
function pathProblemOf(text: string): string | null {
  try {
    const [first] = parsePath(text);
    const isKnown = first?.kind === 'key' && (first.key === 'input' || first.key === 'steps');
    return isKnown ? null : `路径“${text}”应以 $.input 或 $.steps 开头`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What a step is given, by the names of its parameters. */
export const inputsOf = ({ inputs }: ChainStep, context: ChainContext): Record<string, unknown> =>
  Object.fromEntries(
    inputs.map(({ param, source, value }) => [param, source === 'value' ? value : (pick(context, parsePath(value)) ?? null)]),
  );

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
/** Numbers are held against numbers, everything else as texts. */
function compared(left: unknown, right: string): number {
  const [a, b] = [Number(left), Number(right)];
  if (left !== '' && right !== '' && !Number.isNaN(a) && !Number.isNaN(b)) return Math.sign(a - b);
  const text = typeof left === 'object' ? JSON.stringify(left) : String(left);
  if (text === right) return 0;
  return text < right ? -1 : 1;
}
/** Whether a step runs. */
export function conditionHolds({ condition }: ChainStep, context: ChainContext): boolean {
  if (!condition) return true;
  const found = pick(context, parsePath(condition.path));
  switch (condition.operator) {
    case 'exists':
      return !isNothing(found);
    case 'empty':
      return isNothing(found);
    case 'eq':
      return !isNothing(found) && compared(found, condition.value) === 0;
    case 'ne':
      return isNothing(found) || compared(found, condition.value) !== 0;
    case 'gt':
      return !isNothing(found) && compared(found, condition.value) > 0;
    case 'lt':
      return !isNothing(found) && compared(found, condition.value) < 0;
  }
}

/** The answer of a chain: its outputs, or what its last step answered. */
export function answerOf({ steps, outputs }: Chain, context: ChainContext): unknown {
  if (outputs.length > 0) return Object.fromEntries(outputs.map(({ name, path }) => [name, pick(context, parsePath(path)) ?? null]));
  const last = [...steps].reverse().find(({ id }) => context.steps[id]?.state === 'done');
  return last ? context.steps[last.id]!.data : null;
}

/**
 * Runs the steps, each when those that it waits for have ended, at the same time where they do not depend on each other. `call` answers the
 * data of a step or throws; a failure ends the chain unless the step says to go on.
 */
export async function runChain(
  { steps }: Chain,
  input: Readonly<Record<string, unknown>>,
  call: (step: ChainStep, inputs: Record<string, unknown>) => Promise<unknown>,
  onSkip: (step: ChainStep) => void,
): Promise<ChainContext> {
  const results: Record<string, StepResult> = {};
  const context: ChainContext = { input, steps: results };
  const running = new Map<string, Promise<void>>();
  const ended: { failure: { readonly error: unknown } | null } = { failure: null };
  const run = async (step: ChainStep): Promise<void> => {
    await Promise.all([...dependenciesOf(step)].flatMap((id) => running.get(id) ?? []));
    if (ended.failure) return;
    if (!conditionHolds(step, context)) {
      results[step.id] = { state: 'skipped', data: null };
      onSkip(step);
      return;
    }
    try {
      results[step.id] = { state: 'done', data: await call(step, inputsOf(step, context)) };
    } catch (error) {
      results[step.id] = { state: 'failed', data: null };
      if (step.onError === 'stop') ended.failure ??= { error };
    }
  };
  // in a turn of its own: a step begins to wait only when all have their promise
  for (const step of steps)
    running.set(
      step.id,
      Promise.resolve().then(() => run(step)),
    );
  await Promise.all(running.values());
  if (ended.failure) throw ended.failure.error;
  return context;
}
