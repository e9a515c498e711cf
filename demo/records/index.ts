import type { App, Db } from '#kit/server/ctx.ts';
import { periodOf } from '../warehouse/calendar.ts';
import { worldOf, type World } from '../warehouse/ods/world.ts';
import { seedDepartments } from './department.ts';
import { seedIntellectualProperty } from './intellectual-property.ts';
import { recordPlaces } from './places.ts';
import { seedQualifications } from './qualifications.ts';
import { seedQualityProjects } from './quality-project.ts';
import { seedSuppliers } from './supplier.ts';

/** What every seeding of records needs. */
export interface RecordSeed {
  app: App;
  db: Db;
  world: World;
  places: Awaited<ReturnType<typeof recordPlaces>>;
}

/** One kind of record each; each does nothing when there are rows of its kind. */
const SEEDS: readonly ((seed: RecordSeed) => Promise<void>)[] = [
  seedQualifications,
  seedQualityProjects,
  seedIntellectualProperty,
  seedDepartments,
  seedSuppliers,
];

/**
 * The project records of the demo company: the same people, projects and suppliers as in the demo warehouse, by the same generator for the
 * same period. Repeatable; a few queries when everything is there.
 */
export async function seedRecords(app: App, db: Db): Promise<void> {
  if (app.settings.production) return;
  const world = worldOf(periodOf(app.now()));
  for (const seed of SEEDS) await db.transaction().execute(async (trx) => seed({ app, db: trx, world, places: await recordPlaces(trx) }));
}
