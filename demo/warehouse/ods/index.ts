import type { Period } from '../calendar.ts';
import { deliveryLoads } from './delivery.ts';
import { salesLoads } from './sales.ts';
import { staffLoads } from './staff.ts';
import { type Load, worldOf } from './world.ts';

/** The source systems of the demo company. Everything follows from `period`. */
export function sources(period: Period): Load[] {
  const world = worldOf(period);
  return [...staffLoads(world), ...salesLoads(world), ...deliveryLoads(world)];
}
