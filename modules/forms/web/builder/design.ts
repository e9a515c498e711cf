import type { StoreApi } from 'zustand';
import type { Design } from '#kit/web/designer/store.ts';
import type { FormSchema } from '../../contract/schema.ts';

/** A form that is open in its designer. */
export type FormDesign = StoreApi<Design<FormSchema>>;
/** What the form is looked at on. */
export type Device = 'pc' | 'phone';
