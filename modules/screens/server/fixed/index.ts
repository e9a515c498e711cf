import type { App } from '#kit/server/ctx.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { platformSet, type SystemSet } from '#modules/datasets/server/index.ts';
import { companySets } from './company.ts';
import { flowSets } from './flows.ts';
import { fieldsOf, PARAMS, type ScreenSet } from './grammar.ts';
import { humanSets } from './human.ts';
import { marketSets } from './market.ts';
import { progressSets } from './progress.ts';
import { overviewSets } from './platform.ts';
import { projectSets } from './project.ts';
import { milestoneSets } from './milestones.ts';
import { wallSets } from './walls.ts';

export const SETS: readonly ScreenSet[] = [
  ...companySets,
  ...projectSets,
  ...marketSets,
  ...humanSets,
  ...progressSets,
  ...milestoneSets,
  ...wallSets,
  ...flowSets,
  ...overviewSets,
];

/** Tables by which the warehouse of the screens is told from other sources. */
export const LANDMARKS = ['ads.ads_company_year', 'ads.ads_project', 'dws.dws_org_month'] as const;

/** A data set of the screens for the engine. `sourceId` counts for those over the warehouse. Throws when a platform code is unknown. */
export function systemSet(app: App, set: ScreenSet, sourceId: string | null): SystemSet {
  const known = set.platform === undefined ? undefined : platformSet(app, set.platform);
  if (set.platform !== undefined && !known) throw new Error(`there is no platform data set ${set.platform}`);
  const model = SetModel.parse({
    v: 1,
    origin: known ? { kind: 'platform', code: known.code } : { kind: 'sql', sql: set.sql ?? '' },
    fields: known ? [...known.fields, ...fieldsOf(set)] : fieldsOf(set),
    params: known ? [] : (set.params ?? PARAMS),
    hierarchies: [],
  });
  return { id: `screen_${set.key}`, name: set.name, remark: set.remark, sourceId: known ? null : sourceId, model };
}
