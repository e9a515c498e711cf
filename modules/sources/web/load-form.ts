/** The form of a source, loaded when it is opened. */
export const loadSourceForm = () => import('./SourceForm.tsx');
