import type { App } from '#kit/server/ctx.ts';
import { VIEWER_PLACES, type PlatformSet as Declared } from '#kit/server/platform-set.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { Field } from '../../contract/field.ts';
import { PLACE } from '../../core/query/origin.ts';

/** A data set that a module declares over its own tables (`platformSets` of `defineServerModule`). */
export interface PlatformSet extends Omit<Declared, 'fields'> {
  readonly fields: SetModel['fields'];
  /** its rows are those of the account that asks */
  readonly isPersonal: boolean;
}

function made(set: Declared): PlatformSet {
  const places = [...set.sql.matchAll(PLACE)].map(([, place]) => place!);
  const unknown = places.find((place) => !VIEWER_PLACES.some((known) => known === place));
  if (unknown !== undefined) throw new Error(`platform data set ${set.code} asks for \${${unknown}}, which nobody gives`);
  return {
    ...set,
    fields: set.fields.map(([id, name, role, type, more]) => Field.parse({ id, name, role, type, ...more })),
    isPersonal: places.length > 0,
  };
}

const known = new WeakMap<App['modules'], ReadonlyMap<string, PlatformSet>>();

function setsOf(app: Pick<App, 'modules'>): ReadonlyMap<string, PlatformSet> {
  const ready = known.get(app.modules);
  if (ready) return ready;
  const sets = new Map<string, PlatformSet>();
  for (const set of app.modules.flatMap(({ platformSets = [] }) => platformSets)) {
    if (sets.has(set.code)) throw new Error(`platform data set ${set.code} is declared twice`);
    sets.set(set.code, made(set));
  }
  known.set(app.modules, sets);
  return sets;
}

/** The platform set of this code; undefined when no module declares it. */
export const platformSet = (app: Pick<App, 'modules'>, code: string): PlatformSet | undefined => setsOf(app).get(code);
/** All of them, in the order of the modules. Throws when a declaration is wrong: a code twice, a field or a placeholder that does not exist. */
export const platformSets = (app: Pick<App, 'modules'>): PlatformSet[] => [...setsOf(app).values()];
