import type { ComponentType } from 'react';
import type * as z from 'zod';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { DocKind, itemFields, Publication } from '../contract/item.ts';
import type { FolderTree } from './FolderPanel.tsx';
import type { Item } from './items.ts';

/** A call as far as permissions and the refreshing of lists go. */
interface AnyCall {
  readonly route: AnyRoute;
}
/** What rows of all kinds have. */
export type ItemRow = z.output<z.ZodObject<typeof itemFields>>;

/** What a list of items is asked with; `filter` is what only this kind is narrowed by. */
export interface LibraryQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly sort: string;
  readonly keyword?: string;
  readonly folderId?: string;
  readonly view?: 'all' | 'mine' | 'shared' | 'starred';
  readonly filter: string | null;
}
export interface LibraryRows {
  readonly data: { readonly total: number; readonly data: readonly ItemRow[] } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}
export interface NewItem {
  readonly name: string;
  readonly folderId: string | null;
}

/** Publishing, of kinds that have a draft and a published version. */
interface Publishing {
  readonly calls: { readonly publish: AnyCall; readonly unpublish: AnyCall };
  publish(id: string, body: { version: number; name: string }): Promise<z.output<typeof Publication>>;
  unpublish(id: string): Promise<unknown>;
}

/** What the wizard for a new one after a template gets. */
export interface TemplateProps {
  readonly tree: FolderTree | undefined;
  readonly folderId: string | null;
  onClose(): void;
}

/** What the pages of the library need to know of one kind of document. Charts, boards and screens bring theirs with their list page. */
export interface LibraryKind {
  readonly kind: DocKind;
  readonly label: string;
  /** name of the field that holds the name */
  readonly nameField: string;
  /** a name as people would give it */
  readonly example: string;
  readonly calls: Readonly<Record<'page' | 'create' | 'update' | 'build' | 'copy' | 'remove' | 'share', AnyCall>>;
  /** the filter that only this kind has */
  readonly filter: {
    readonly label: string;
    readonly none: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly isLong?: boolean;
  };
  useRows(query: LibraryQuery): LibraryRows;
  /** a row as cards show it */
  asItem(row: ItemRow): Item;
  /** fields of the dialog for a new one, besides name and folder */
  readonly Fields?: ComponentType;
  create(values: NewItem): Promise<{ id: string }>;
  update(id: string, body: { name: string; remark: string; version: number }): Promise<unknown>;
  copy(id: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  /** all of them, or none */
  removeMany(ids: readonly string[]): Promise<unknown>;
  readonly publishing?: Publishing;
  /** new ones after what is published */
  readonly templates?: { readonly call: AnyCall; readonly Wizard: ComponentType<TemplateProps> };
  /** sets a document of the product back to what was delivered */
  reset?(id: string, version: number): Promise<unknown>;
}
