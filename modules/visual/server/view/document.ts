import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { BoardConfig } from '../../contract/board-config.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import type { FieldType } from '../../contract/field.ts';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import { WishError } from '../../core/view/filter-value.ts';
import { shapeOfBoard } from '../../core/doc/outline-board.ts';
import { shapeOfScreen } from '../../core/doc/outline-screen.ts';
import { type Shape } from '../../core/view/shape.ts';
import type { TypeOf } from '../../core/view/tile-query.ts';
import { publishedBoard, publishedScreen, type Published } from '../library/published.ts';
import { loadSetFor } from '../sets/load.ts';

export type Entity = 'board' | 'screen';
/** A published document and what its data calls need of it. */
export type OpenDocument = { readonly shape: Shape } & (
  | { readonly entity: 'board'; readonly published: Published<BoardConfig> }
  | { readonly entity: 'screen'; readonly published: Published<ScreenConfig> }
);

/**
 * The published version of a board or screen for the caller. Throws entity.notFound when it is missing or out of reach, version.changed when
 * the page shows another version.
 */
export async function openDocument(ctx: Ctx, entity: Entity, idOrCode: string, versionNo?: number): Promise<OpenDocument> {
  const open = await read(ctx, entity, idOrCode);
  const present = open.published.versionNo;
  if (versionNo !== undefined && versionNo !== present) throw new AppError('version.changed', undefined, { versionNo: present });
  return open;
}

async function read(ctx: Ctx, entity: Entity, idOrCode: string): Promise<OpenDocument> {
  if (entity === 'board') {
    const published = await publishedBoard(ctx, idOrCode);
    return { entity, published, shape: shapeOfBoard(published.config, published.charts) };
  }
  const published = await publishedScreen(ctx, idOrCode);
  return { entity, published, shape: shapeOfScreen(published.config, published.charts) };
}

/** Runs what a viewer wishes; what the document does not offer becomes input.invalid with its sentence. */
export function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof WishError) throw new AppError('input.invalid', error.message);
    throw error;
  }
}

/** Loads each data set once for a call; a set that cannot be loaded fails for every tile over it. */
export function setLoader(ctx: Ctx): (id: string) => Promise<DataSet> {
  const known = new Map<string, Promise<DataSet>>();
  return (id) => {
    let set = known.get(id);
    if (!set) {
      set = loadSetFor(ctx, id);
      // heard by whoever awaits it
      set.catch(() => undefined);
      known.set(id, set);
    }
    return set;
  };
}

/** Types of the fields of one data set. */
export function typesOf(set: DataSet): TypeOf {
  const types = new Map<string, FieldType>(set.model.fields.map((field) => [field.id, field.type]));
  return (dataSetId, col) => (dataSetId === set.id ? types.get(col) : undefined);
}
