import { MAX_CHAIN_STEPS, type Chain, type ChainStep } from '../../../contract/chain.ts';
import { circleIn, dependenciesOf } from '../../../core/services/chain.ts';

/** A chain while it is drawn. Changes answer a new one, or null where they may not be made. */

const WIDE = 260;
const HIGH = 120;
const IN_A_COLUMN = 4;

function freeId(steps: readonly ChainStep[]): string {
  const taken = new Set(steps.map(({ id }) => id));
  for (let i = 1; ; i++) if (!taken.has(`s${i}`)) return `s${i}`;
}
/** A step for a service or a data API, where there is room for it. */
export function addStep(chain: Chain, target: Pick<ChainStep, 'kind' | 'targetId' | 'name'>): { chain: Chain; id: string } | null {
  const { steps } = chain;
  if (steps.length >= MAX_CHAIN_STEPS) return null;
  const id = freeId(steps);
  const place = { x: Math.floor(steps.length / IN_A_COLUMN) * WIDE + 40, y: (steps.length % IN_A_COLUMN) * HIGH + 40 };
  const step: ChainStep = {
    id,
    ...target,
    name: target.name.slice(0, 50),
    ...place,
    inputs: [],
    after: [],
    condition: null,
    onError: 'stop',
  };
  return { chain: { ...chain, steps: [...steps, step] }, id };
}
export const changeStep = (chain: Chain, id: string, some: Partial<ChainStep>): Chain => ({
  ...chain,
  steps: chain.steps.map((step) => (step.id === id ? { ...step, ...some } : step)),
});
/** Without a step, and without what others say of it; inputs that read it stay, and are shown as wrong. */
export const removeStep = (chain: Chain, id: string): Chain => ({
  ...chain,
  steps: chain.steps.filter((step) => step.id !== id).map((step) => ({ ...step, after: step.after.filter((one) => one !== id) })),
});
/** One step after another; null where they would wait for each other. */
export function connect(chain: Chain, from: string, to: string): Chain | null {
  const step = chain.steps.find(({ id }) => id === to);
  if (!step || from === to || dependenciesOf(step).has(from)) return null;
  const next = changeStep(chain, to, { after: [...step.after, from] });
  return circleIn(next.steps).length > 0 ? null : next;
}
export const disconnect = (chain: Chain, from: string, to: string): Chain =>
  changeStep(chain, to, { after: chain.steps.find(({ id }) => id === to)?.after.filter((one) => one !== from) ?? [] });

export interface Line {
  readonly from: string;
  readonly to: string;
  /** data flows along it; otherwise only the order is meant */
  readonly isData: boolean;
}
/** Which steps wait for which. */
export function linesOf({ steps }: Chain): Line[] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps.flatMap((step) =>
    [...dependenciesOf(step)].filter((id) => ids.has(id)).map((from) => ({ from, to: step.id, isData: !step.after.includes(from) })),
  );
}

/** Places that are proposed for what is typed: all of them where one is chosen already. */
export const placesFor = (text: string, places: readonly string[]): readonly string[] =>
  text === '' || places.includes(text) ? places : places.filter((place) => place.includes(text));
