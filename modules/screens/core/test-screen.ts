import { ScreenConfig, ScreenNode } from '../contract/screen-config.ts';

/** A node for tests: `node('a', { x: 10 })`; 100 × 50 in the corner unless told otherwise. */
export const node = (id: string, values: Partial<ScreenNode> = {}): ScreenNode =>
  ScreenNode.parse({ id, z: 0, x: 0, y: 0, w: 100, h: 50, type: 'text', ...values });

/** A screen of 1000 × 600 with these nodes, back to front. */
export const screen = (...nodes: readonly ScreenNode[]): ScreenConfig =>
  ScreenConfig.parse({
    v: 1,
    width: 1000,
    height: 600,
    nodes: Object.fromEntries(nodes.map((one, z) => [one.id, { ...one, z: one.z || z }])),
  });

/** Numbers between 0 and 1 that are the same in each run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
