import * as z from 'zod';
import { usePreference } from '../preferences/use-preference.ts';
import { ColumnLayout, NO_LAYOUT } from './column-layout.ts';

/** A named filter of one person. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.string()),
  sort: z.string().default(''),
});
export type SavedView = z.output<typeof SavedView>;

export const Density = z.enum(['middle', 'compact', 'loose']);
export type Density = z.output<typeof Density>;

const ListSettings = z.object({
  density: Density.default('middle'),
  layout: ColumnLayout.default(NO_LAYOUT),
  views: z.array(SavedView).default([]),
});
export type ListSettings = z.output<typeof ListSettings>;

const FALLBACK: ListSettings = { density: 'middle', layout: NO_LAYOUT, views: [] };
const SCHEMA_VERSION = 1;

/** Per-user settings of a list, stored on the server: density, columns, saved views. */
export const useListSettings = (name: string) =>
  usePreference<ListSettings>({ key: `list:${name}`, schemaVersion: SCHEMA_VERSION, schema: ListSettings, fallback: FALLBACK });
