import type { App } from '#kit/server/ctx.ts';
import type { Sampler } from './sampler.ts';

const samplers = new WeakMap<App, Sampler>();

/** Remembers what measures a node. */
export const keepSampler = (app: App, sampler: Sampler): void => void samplers.set(app, sampler);

/** What measures this node. */
export function samplerOf(app: App): Sampler {
  const sampler = samplers.get(app);
  if (!sampler) throw new Error('the node is not measured before its modules have started');
  return sampler;
}
