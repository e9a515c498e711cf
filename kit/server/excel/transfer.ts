import { AppError } from '#kit/contract/errors.ts';
import type { ImportMode, QueuedTransfer, WrongRows } from '#kit/contract/excel.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App, Ctx } from '../ctx.ts';
import type { Served, ServerModule } from '../module.ts';
import type { Upload } from '../upload.ts';
import type { ExcelDefinition } from './definition.ts';

/** The module that keeps long exports and imports. Both calls run inside the caller's transaction. */
export interface TransferCentre {
  /** `entity` is a key of `excelEntities`; `body` has been parsed by the route */
  queueExport(ctx: Ctx, entity: string, body: Record<string, unknown>): Promise<QueuedTransfer>;
  queueImport(ctx: Ctx, entity: string, upload: Upload, how: { mode: ImportMode; wrongRows: WrongRows }): Promise<QueuedTransfer>;
}

/** An entity whose rows leave and arrive as workbooks. */
export interface ExcelEntity {
  /** `system.post`, from the permission of its calls, or its own name */
  readonly key: string;
  readonly label: string;
  readonly definition: ExcelDefinition;
  /** the calls that a job stands for; null when the entity does not have them */
  readonly exportRoute: AnyRoute | null;
  readonly importRoute: AnyRoute | null;
}

/** `system:post:export` → `system.post`. */
const keyOf = (route: AnyRoute): string =>
  route.access.kind === 'perm' ? (route.access.anyOf[0] ?? '').split(':').slice(0, -1).join('.') : '';

/** Definitions by the handlers that carry them, so that a module registers nothing twice. */
const definitions = new WeakMap<object, ExcelDefinition>();

/** Remembers which entity a handler belongs to. */
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
 * Every entity that can be exported or imported in the background, by key. Closed: a key that is not here runs nothing. Throws when two
 * entities have one key: the files of one would hold the rows of the other.
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

/** The entity that the present call belongs to, and the centre that takes it. Throws rule.broken in a product without a centre. */
export function centreOf(app: App, route: AnyRoute, { key }: ExcelDefinition): { centre: TransferCentre; entity: string } {
  const centre = app.modules.flatMap((module) => module.transfers ?? [])[0];
  if (!centre) throw new AppError('rule.broken', '没有启用导出中心，请直接导出或导入');
  return { centre, entity: key ?? keyOf(route) };
}
