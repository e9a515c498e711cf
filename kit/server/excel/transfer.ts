import { AppError } from '#kit/contract/errors.ts';
import type { ImportMode, QueuedTransfer, WrongRows } from '#kit/contract/excel.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App, Ctx } from '../ctx.ts';
import type { Served, ServerModule } from '../module.ts';
import type { Upload } from '../upload.ts';
import type { ExcelDefinition } from './definition.ts';

/** The module that runs long exports and imports as jobs. Both calls run inside the caller's transaction. */
export interface TransferCentre {
  /** `entity` is a key of `excelEntities`; `body` has been parsed by the route */
  queueExport(ctx: Ctx, entity: string, body: Record<string, unknown>): Promise<QueuedTransfer>;
  queueImport(ctx: Ctx, entity: string, upload: Upload, how: { mode: ImportMode; wrongRows: WrongRows }): Promise<QueuedTransfer>;
}

/** An entity with workbook export and import. */
export interface ExcelEntity {
  /** `system.post`, from the permission of its calls, or its own name */
  readonly key: string;
  readonly label: string;
  readonly definition: ExcelDefinition;
  /** the routes on whose behalf a job runs; null when the entity does not offer them */
  readonly exportRoute: AnyRoute | null;
  readonly importRoute: AnyRoute | null;
}

/** `system:post:export` → `system.post`. */
const keyOf = (route: AnyRoute): string =>
  route.access.kind === 'perm' ? (route.access.anyOf[0] ?? '').split(':').slice(0, -1).join('.') : '';

/** Definitions by the handlers made from them, so that modules need not register them separately. */
const definitions = new WeakMap<object, ExcelDefinition>();

/** Associates a handler with the workbook definition of its entity. */
export const carryDefinition = <H extends object>(handler: H, definition: ExcelDefinition): H => {
  definitions.set(handler, definition);
  return handler;
};

function entityOf({ contract, handlers }: Served): ExcelEntity | null {
  const found = (name: 'exportJob' | 'importJob') => {
    const [route, handler] = [contract[name], handlers[name]];
    const definition = handler && definitions.get(handler);
    return route && definition ? { route, definition } : null;
  };
  const [out, into] = [found('exportJob'), found('importJob')];
  const either = out ?? into;
  return (
    either && {
      key: either.definition.key ?? keyOf(either.route),
      label: either.definition.label,
      definition: either.definition,
      exportRoute: out?.route ?? null,
      importRoute: into?.route ?? null,
    }
  );
}

/**
 * All entities with workbooks, by key. A closed list: an unknown key runs nothing. Throws when two entities share a key, because their
 * files could be mixed up.
 */
export function excelEntities(modules: readonly ServerModule[]): ReadonlyMap<string, ExcelEntity> {
  const entities = new Map<string, ExcelEntity>();
  for (const served of modules.flatMap((module) => module.routes)) {
    const entity = entityOf(served);
    if (!entity) continue;
    if (entities.has(entity.key)) throw new Error(`two entities are called ${entity.key} in long transfers: give one a key of its own`);
    entities.set(entity.key, entity);
  }
  return entities;
}

/**
 * The workbook entity of the current route and the transfer centre that runs its jobs. Throws rule.broken when no module provides a centre.
 */
export function centreOf(app: App, route: AnyRoute, { key }: ExcelDefinition): { centre: TransferCentre; entity: string } {
  const centre = app.modules.flatMap((module) => module.transfers ?? [])[0];
  if (!centre) throw new AppError('rule.broken', '没有启用导出中心，请直接导出或导入');
  return { centre, entity: key ?? keyOf(route) };
}
