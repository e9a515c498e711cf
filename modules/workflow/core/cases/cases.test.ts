import { describe, expect, it } from 'vitest';
import { definitionsOf } from '../engine/test-models.ts';
import { simulate, type SimulatedState } from '../simulate.ts';
import type { Expectation, Facts } from './case.ts';
import { ALL_CASES } from './all.ts';

const factsOf = (expectation: Expectation): Facts =>
  typeof expectation === 'string' ? { tasks: expectation.split(' ').filter((key) => key !== '') } : expectation;

const sorted = (texts: Iterable<string>): string[] => [...texts].toSorted();

/** The state in the words of the facts that are expected. */
function seen(state: SimulatedState, facts: Facts): Facts {
  const { tasks, timers } = state;
  const hasAssignee = facts.tasks?.some((key) => key.includes(':'));
  const hasDue = facts.timers?.some((node) => node.includes('@'));
  return {
    ended: state.ended,
    error: state.error?.message ?? '',
    ...(facts.tasks && { tasks: sorted(tasks.map(({ key, assignee }) => (hasAssignee ? `${key}:${assignee ?? ''}` : key))) }),
    ...(facts.names && { names: sorted(tasks.map(({ name }) => name)) }),
    ...(facts.waiting && { waiting: sorted(state.waiting.map(({ node }) => node)) }),
    ...(facts.timers && { timers: sorted(timers.map(({ node, due }) => (hasDue ? `${node}@${due}` : node))) }),
    ...(facts.subscriptions && { subscriptions: sorted(state.subscriptions.map(({ name }) => name)) }),
    ...(facts.candidates && {
      candidates: {
        users: sorted(tasks.flatMap(({ candidateUsers }) => candidateUsers)),
        groups: sorted(tasks.flatMap(({ candidateGroups }) => candidateGroups)),
      },
    }),
    ...(facts.scopes !== undefined && { scopes: new Set(tasks.map(({ scope }) => scope)).size }),
    ...(facts.variables && {
      variables: Object.fromEntries(Object.keys(facts.variables).map((name) => [name, state.variables[name] ?? null])),
    }),
  };
}

function expected(facts: Facts): Facts {
  const lists = Object.entries(facts).map(([key, value]) => [key, Array.isArray(value) ? sorted(value) : value]);
  const { users = [], groups = [] } = facts.candidates ?? {};
  return {
    ended: false,
    ...Object.fromEntries(lists),
    error: facts.error === undefined ? '' : expect.stringContaining(facts.error || ''),
    ...(facts.candidates && { candidates: { users: sorted(users), groups: sorted(groups) } }),
  };
}

/** A refused step answers the state before it. */
const withoutError = ({ error: _error, ...rest }: SimulatedState) => rest;

describe.each(Object.entries(ALL_CASES))('%s', (_construct, cases) => {
  it.each(cases.map((one) => [one.name, one.after, one] as const))('%s (%s)', async (_name, _after, { models, start, begins, steps }) => {
    const states = simulate({
      definitions: await definitionsOf(...models),
      process: 'p',
      start: { variables: {}, ...start },
      now: Date.parse('2026-01-01T00:00:00Z'),
      steps: steps.map(([step]) => step),
      isOver: () => false,
    });
    const wanted = [begins, ...steps.map(([, expectation]) => expectation)].map(factsOf);
    for (const [n, facts] of wanted.entries()) {
      const state = states[n];
      if (!state) throw new Error(`stopped before step ${n}: ${JSON.stringify(states.at(-1))}`);
      expect({ step: n, ...seen(state, facts) }).toEqual({ step: n, ...expected(facts) });
      if (facts.error === undefined) continue;
      expect(state.error).not.toBeNull();
      const before = states[n - 1];
      if (before) expect(withoutError(state)).toEqual(withoutError(before));
    }
    expect(states).toHaveLength(wanted.length);
  });
});

describe('the collection', () => {
  it('has at least 130 cases, and no name twice in a construct', () => {
    const all = Object.values(ALL_CASES).flat();
    expect(all.length).toBeGreaterThanOrEqual(130);
    for (const cases of Object.values(ALL_CASES)) expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});
