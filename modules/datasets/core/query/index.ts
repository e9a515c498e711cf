export { compileCount, compileQuery, type Compiled, type CompileInput } from './compile.ts';
export type { Clock } from './condition.ts';
export { sqlDialect, type SqlDialectName } from './dialects.ts';
export { boundText, type Rows } from './origin.ts';
export type { Plan } from './plan.ts';
export { compileRows } from './rows.ts';
export { OTHERS, shapeAnswer } from './shape.ts';
export { QueryProblem, raw } from './sql.ts';
export { dayText, localMoment, momentText, relativeSpan, spanOf } from './time.ts';
