export { CapabilityFacts } from './Capability.tsx';
export { UnprovenTag } from './KindPicker.tsx';
export { KIND_OPTIONS, KindName, kindLabel, kindOf } from './kinds.tsx';
export { loadSourceForm } from './load-form.ts';
export { planText } from './plan.ts';
export { SSL_MODES } from './ssl-modes.ts';
