import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { UploadApi } from '#kit/web/upload/use-uploads.ts';
import type { api } from '../api.ts';
import type { CompiledForm, FieldState } from '../../core/index.ts';
import type { Fill, FillStore } from './store.ts';

/** Asks for options, in the name of the account or of a public link. */
export type ChoiceCall = typeof api.record.choices;

/** Calls about files, by the field that they are for. */
export type FileCalls = (fieldId: string) => UploadApi;

export interface Filler {
  readonly store: FillStore;
  readonly form: CompiledForm;
  /** null while a form is only tried: it has no options on the server yet */
  readonly formId: string | null;
  /** where the options of fields come from */
  readonly choices?: ChoiceCall;
  /** calls about the files of a field; absent: those of the account */
  readonly files?: FileCalls;
  /** sub-tables are cards, as on a phone */
  readonly isNarrow: boolean;
}
const FillContext = createContext<Filler | null>(null);
export const FillProvider = FillContext.Provider;

/** The filling around a field. */
export function useFiller(): Filler {
  const filler = use(FillContext);
  if (!filler) throw new Error('fields are drawn inside a filling');
  return filler;
}
/** The filling around what is only shown; null where a stored record is read. */
export const useFillerAround = (): Filler | null => use(FillContext);
/** Something of the filling; whoever asks draws again when it is another value or object. */
export function useFill<T>(pick: (fill: Fill) => T): T {
  return useStore(useFiller().store, pick);
}

const UNKNOWN: FieldState = { isActive: true, isVisible: true, isRequired: false, isReadonly: false, value: null, problem: null };
/** How a field of the record stands, and what is said about it. */
export function useFieldState(fieldId: string, path: string): { state: FieldState; problem: string | null } {
  const state = useFill((fill) => fill.verdict.state.fields.get(fieldId) ?? UNKNOWN);
  return { state, problem: useFill((fill) => fill.shown.get(path) ?? null) };
}
