import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import type { Change, ChartNames } from '../core/change.ts';
import type { NewIds } from '../core/new-ids.ts';
import type { Refs, Renames, SetOf } from '../core/refs.ts';
import { ITEMS } from './reach.ts';

/** A document that passed its check: as it is stored, what it names, and what its row says of it besides. */
export interface Checked {
  readonly text: string;
  readonly refs: Refs;
  /** columns of its table that follow from the document */
  readonly columns: Readonly<Record<string, string | null>>;
}
/** Stored charts of a document by their ids, each in the form in which it was stored. */
export type StoredCharts = Readonly<Record<string, unknown>>;

/**
 * What one kind of document does for the library, which keeps, names, publishes and compares documents without knowing what is in them.
 * Documents come as they were stored, in whatever form they had then; none of these throws because of that.
 */
export interface DocumentKind {
  /** whether a later program stored it, in a form that this one does not know */
  isNewer(doc: unknown): boolean;
  /** whether anything can be read of it */
  isReadable(doc: unknown): boolean;
  /** whether there is nothing in it that could be shown */
  isEmpty(doc: unknown): boolean;
  /**
   * Checks a document that is about to be stored: its form, and that what it reads beyond the document `before` is within the reach of the
   * caller. Throws input.invalid with the paths of what is wrong, input.tooLarge.
   */
  check(ctx: Ctx, input: unknown, before: unknown): Promise<Checked>;
  /** Throws rule.broken when the caller may not have a copy of item `id` with this document. */
  checkCopy(ctx: Ctx, id: string, doc: unknown): Promise<void>;
  /** charts, data sets and fields that it names */
  refs(doc: unknown): Refs;
  /** stored files that it shows, by their stored names */
  files(doc: unknown): readonly string[];
  /** names of parts whose clicks are said to filter others and reach none */
  idleLinks(doc: unknown, charts: StoredCharts): readonly string[];
  /** the document as one of its own, without stored charts outside of it */
  freeze(doc: unknown, charts: StoredCharts): object;
  /** a schematic as SVG, null when there is nothing to draw */
  sketch(db: Db, doc: unknown): Promise<string | null>;
  /** what people would say has changed; `names` are those of stored charts */
  diff(before: unknown, after: unknown, names: ChartNames): Change[];
  /** the document after fields of a data set were renamed, null when it cannot be read */
  rename(doc: unknown, renames: Renames, setOf: SetOf): object | null;
  /** the document in today's form with every id that it names led elsewhere, null when it cannot be read */
  withIds(doc: unknown, ids: NewIds): object | null;
}

const kinds = new Map<DocKind, DocumentKind>();

/** Announces what a kind of document does; its module calls it when it is loaded. Throws when the kind is taken. */
export function defineKind(kind: DocKind, hooks: DocumentKind): void {
  if (kinds.has(kind)) throw new Error(`the kind ${kind} is declared twice`);
  kinds.set(kind, hooks);
}

/** What the kind of a document does. */
export function kindOf(kind: DocKind): DocumentKind {
  const found = kinds.get(kind);
  if (!found) throw new Error(`no module declares the kind ${kind}`);
  return found;
}

/**
 * Throws rule.broken for a document that a later program stored. Whoever would show, copy or change it looks first: what this program does
 * not know of it would be missing from what people see, and gone from what they save.
 */
export function assertKnownForm(kind: DocKind, doc: unknown): void {
  if (kindOf(kind).isNewer(doc))
    throw new AppError('rule.broken', `该${ITEMS[kind].label}由更新版本的平台保存，当前版本不能打开，请升级平台后重试`);
}
