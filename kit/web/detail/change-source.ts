import { createContext } from 'react';

/** One write that changed a row, as the operation log keeps it. */
export interface Change {
  logId: string;
  title: string;
  userName: string | null;
  createTime: string;
  changes: readonly { id: string; fields: readonly { field: string; before?: unknown; after?: unknown }[] }[];
}
/** Reads the changes of a row; null = this account may not see them. */
export type ChangeLoader = ((entityId: string) => Promise<readonly Change[]>) | null;

/** What `ChangeSource` gives. */
export const LoaderContext = createContext<ChangeLoader>(null);
/** Where changes come from; the program gives `GET /system/logs/changes` to those who may call it. */
export const ChangeSource = LoaderContext.Provider;
