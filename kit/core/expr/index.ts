export { ExprProblem } from './ast.ts';
export type { BinaryOp, Expr, ExprError, ExprType, Span } from './ast.ts';
export { checkExpr, fieldOf, type CheckedExpr, type ExprField } from './check.ts';
export { FUNCTION_GROUPS, FUNCTIONS, functionOf, type ExprFunction, type FunctionGroup } from './functions.ts';
export { exprProgram, type ExprProgram, type ExprResult, type ExprRow } from './program.ts';
export { parseExpr, type ParsedExpr } from './parser.ts';
