import type { App } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';

/** `intellectualProperty` → `intellectual_property`: a table as SQL calls it, whichever way it was written. */
export const tableName = (entity: string): string => entity.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the modules say about the records of a table, null when its rows are not softly deleted. */
export const recyclableOf = (app: App, entity: string): Recyclable | null =>
  app.modules.flatMap((module) => module.recycle ?? []).find((each) => tableName(each.table) === entity) ?? null;
