/** The renderer of forms, for modules whose fields follow from something else than a form: the caller stores what is filled in. */
export { compileForm, validateRecord } from '../core/index.ts';
export type { CompiledForm, RecordProblem } from '../core/index.ts';
export { FillProvider, useFieldState, useFill } from './fill/context.ts';
export { FieldBox, FieldFrame } from './fill/FieldBox.tsx';
export { ReturnNote } from './fill/notes.tsx';
export { walkProblems } from './fill/jump.ts';
export { makeFill, type FillStore } from './fill/store.ts';
