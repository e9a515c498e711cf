import { useCallback, useMemo, useRef, useState } from 'react';
import { approversOf } from '../../../../contract/approval.ts';
import type { StepPeople } from '../../../../contract/simulation.ts';
import { CallError } from '#kit/web/send.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { simulationApi as api } from './api.ts';
import { answered, byNode, marksOf, passing, type Answer, type Played, type State, type Step, type Variables } from './play.ts';

export type People = CallReply<typeof api.approvers>;
export interface Begin {
  readonly starter: string;
  readonly starterName: string;
  readonly variables: Variables;
}
/** A thing that was done; `people`: who approves from then on, when what was set there changed it. */
export type Done = Played & { readonly people?: People };
/** One simulation under way. */
export interface Run {
  readonly xml: string;
  readonly begin: Begin;
  readonly now: string;
  /** as they were found when it began */
  readonly people: People;
  readonly played: readonly Done[];
  /** one after the start and one after each step that the engine was asked for */
  readonly states: readonly State[];
  /** why the last thing could not be done; it is not part of the trail */
  readonly failure: { readonly message: string; readonly node: string | null } | null;
}

/** A model that passes node after node by itself stops here. */
const MAX_PASSED = 100;
const QUIET = { quiet: true, overlay: false } as const;

const approversIn = (steps: readonly StepPeople[]): Variables =>
  Object.fromEntries(steps.filter(({ mode }) => mode !== null).map(({ node, people }) => [approversOf(node), people.map(({ id }) => id)]));

/** Who approves as things stand. */
export const peopleNow = ({ people, played }: Run): People => played.findLast((one) => one.people !== undefined)?.people ?? people;

/** Asks the engine for everything that was played; the last thing is taken back when it cannot be done. */
async function ask(run: Run, played: readonly Done[]): Promise<Run> {
  const steps: Step[] = played.flatMap(({ step }) => step ?? []);
  const { begin, now, people, xml } = run;
  const start = { variables: { ...begin.variables, ...approversIn(people.steps) }, user: begin.starter };
  const { states } = await api.run({ body: { models: [xml], start, now, steps, trace: true } }, QUIET);
  const error = states.at(-1)?.error ?? null;
  if (error === null) return { ...run, played, states, failure: null };
  const failure = { message: error.message, node: error.node ?? null };
  // nothing stands when the start itself fails
  return steps.length === 0 ? { ...run, played: [], states: [], failure } : { ...run, failure };
}

/** Plays what is given and whatever passes by itself after it. */
async function play(run: Run, next: readonly Done[]): Promise<Run> {
  let reached = await ask(run, next);
  for (let done = 0; reached.failure === null && done < MAX_PASSED; done += 1) {
    const last = reached.states.at(-1);
    if (!last || last.ended || isRejected(reached)) break;
    const steps = byNode(peopleNow(reached).steps);
    const answer = passing(last, steps, reached.played);
    if (answer === null) break;
    const auto = answered(answer, steps.get(answer.task.key), reached.played, reached.states);
    reached = await ask(reached, [...reached.played, auto]);
  }
  return reached;
}

/** Plays the answer of a person; variables that are set with it may change who comes next. */
async function playAnswer(run: Run, given: Answer): Promise<Run> {
  const last = run.states.at(-1);
  const now = peopleNow(run);
  const isSet = Object.keys(given.variables).length > 0;
  const all = { ...last?.variables, ...given.variables };
  const people = isSet ? await api.approvers({ body: { model: run.xml, starter: run.begin.starter, variables: all } }, QUIET) : undefined;
  const variables = people ? { ...given.variables, ...approversIn(people.steps) } : given.variables;
  const next = answered({ ...given, variables }, byNode(now.steps).get(given.task.key), run.played, run.states);
  return play(run, [...run.played, people ? { ...next, people } : next]);
}

export const isRejected = ({ played }: Run): boolean => played.at(-1)?.step === null;

/** The run with what changes it: one thing after the other, each from where the one before has led. */
function useRun() {
  const [run, setRun] = useState<Run | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const present = useRef<Run | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const keep = useCallback((next: Run | null) => {
    present.current = next;
    setRun(next);
  }, []);
  const work = useCallback(
    (change: (run: Run | null) => Promise<Run | null>): void => {
      const turn = async () => {
        setBusy(true);
        setError(null);
        try {
          keep(await change(present.current));
        } catch (caught) {
          if (!(caught instanceof CallError)) throw caught;
          setError(caught.message);
        } finally {
          setBusy(false);
        }
      };
      queue.current = queue.current.then(turn, turn);
    },
    [keep],
  );
  return { run, isBusy, error, keep, work };
}

/** 模拟运行 of a text: nothing of it is stored anywhere. */
export function useSimulation(xmlNow: () => Promise<string>) {
  const { run, isBusy, error, keep, work } = useRun();
  const start = (begin: Begin) =>
    work(async () => {
      const xml = await xmlNow();
      const people = await api.approvers({ body: { model: xml, starter: begin.starter, variables: begin.variables } }, QUIET);
      return play({ xml, begin, now: new Date(serverNow()).toISOString(), people, played: [], states: [], failure: null }, []);
    });
  const add = (step: Step, what: Partial<Played>) =>
    work(async (from) => {
      const next: Done = { step, action: '', node: null, by: null, note: null, vote: null, isAuto: false, ...what };
      return from && play(from, [...from.played, next]);
    });
  const answer = (given: Answer) => work(async (from) => from && playAnswer(from, given));
  /** Takes back the last thing that was clicked, with what passed by itself after it. */
  const back = () =>
    work(
      async (from) =>
        from &&
        ask(
          from,
          from.played.slice(
            0,
            Math.max(
              0,
              from.played.findLastIndex(({ isAuto }) => !isAuto),
            ),
          ),
        ),
    );
  const { nodes, flows } = useMemo(() => marksOf(run?.states ?? [], { isRejected: run !== null && isRejected(run) }), [run]);
  return { run, isBusy, error, nodes, flows, start, add, answer, back, close: () => keep(null), restart: () => run && start(run.begin) };
}
export type Simulating = ReturnType<typeof useSimulation>;
