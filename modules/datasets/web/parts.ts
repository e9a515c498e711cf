export { CacheField } from './cache/CacheField.tsx';
export { WEEKDAYS, cronOf, planText, type Plan } from './cache/plan-text.ts';
export { useInherited } from './cache/use-inherited.ts';
export { SetPicker } from './sets/SetPicker.tsx';
export { api } from './sets/api.ts';
export { type SetFields, useSet, useSets } from './sets/use-set.ts';
