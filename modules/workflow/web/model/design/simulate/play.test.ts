import { describe, expect, it } from 'vitest';
import type { StepPeople } from '../../../../contract/simulation.ts';
import { answered, changedNames, passing, valueOf, type Played, type State, type Task } from './play.ts';

const task = (id: string, key: string, assignee: string | null): Task => ({
  id,
  key,
  name: key,
  assignee,
  candidateUsers: [],
  candidateGroups: [],
  scope: '1',
});
const state = (...tasks: Task[]): State => ({
  tasks,
  waiting: [],
  timers: [],
  subscriptions: [],
  variables: {},
  ended: false,
  error: null,
});
const step = (over: Partial<StepPeople>): StepPeople => ({
  node: 'n1',
  name: 'n1',
  mode: 'any',
  percent: null,
  isHandling: false,
  mayReturn: true,
  returnMode: 'again',
  repeated: 'ask',
  decides: false,
  returnable: [],
  people: ['a', 'b', 'c'].map((id) => ({ id, name: id })),
  note: null,
  reasons: [],
  picks: null,
  ...over,
});
const three = state(task('1', 'n1', 'a'), task('2', 'n1', 'b'), task('3', 'n1', 'c'));
const answer = (one: Task, vote: 'approved' | 'rejected', people: StepPeople, played: Played[] = [], states = [three]) =>
  answered({ task: one, by: one.assignee, vote, variables: {} }, people, played, states);

describe('an answer in a simulation', () => {
  it('ends the process with 不同意 unless the process decides', () => {
    const [first] = three.tasks;
    expect(answer(first!, 'rejected', step({})).step).toBeNull();
    expect(answer(first!, 'rejected', step({ decides: true })).step).toMatchObject({ variables: { approved: false } });
  });

  it('counts the votes of a 票签 in its round', () => {
    const ratio = step({ mode: 'ratio', percent: 60 });
    const [a, b] = three.tasks;
    const one = answer(a!, 'rejected', ratio);
    expect(one.step).toMatchObject({ variables: { passed_n1: false } });
    const two = answer(b!, 'approved', ratio, [one], [three, state(...three.tasks.slice(1))]);
    expect(two.step).toMatchObject({ variables: { passed_n1: false } });
    const late = answer(b!, 'rejected', ratio, [one], [three, state(...three.tasks.slice(1))]);
    expect(late.step).toBeNull();
  });

  it('passes by itself where nobody is, and where the same person has agreed before', () => {
    const open = state(task('9', 'n2', 'a'));
    const steps = (over: Partial<StepPeople>) => new Map([['n2', step({ node: 'n2', ...over })]]);
    const before = answer(three.tasks[0]!, 'approved', step({}));
    expect(passing(open, steps({}), [before])).toBeNull();
    expect(passing(open, steps({ repeated: 'previous' }), [before])).toMatchObject({ by: 'a' });
    expect(passing(state(task('9', 'n2', null)), steps({ note: '没有人' }), [])).toMatchObject({ by: null, auto: '没有人' });
  });
});

describe('a typed value', () => {
  it.each([
    ['5000', 5000],
    ['true', true],
    ['["a"]', ['a']],
    ['采购', '采购'],
    ['', ''],
  ])('%s', (text, value) => expect(valueOf(text)).toEqual(value));
});

it('the variables that a step has changed are those that are new or have another value', () => {
  const before = { ...state(), variables: { a: 1, list: ['x'] } };
  const after = { ...state(), variables: { a: 2, list: ['x'], b: null } };
  expect([...changedNames([before, after])]).toEqual(['a', 'b']);
  expect([...changedNames([after])]).toEqual(['a', 'list', 'b']);
});
