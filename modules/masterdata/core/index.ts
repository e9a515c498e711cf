export { laterMark, markText } from './marks.ts';
export { levelsOf } from './levels.ts';
export { stepped } from './steps.ts';
export { feedOrder, meets, pauseAfter, type ValueCondition } from './distribute.ts';
export { modelChanges } from './changes.ts';
export { modelFaults, repeatedNames, type ModelFault } from './faults.ts';
export { partsOf, readCell, storedCell, type ReadCell } from './values.ts';
export { managedType, numberSize, textLength, typeText, type ManagedType } from './table.ts';
export { titleColumn } from './title.ts';
