export type { BinaryOp, Expr, ExprError, ExprType, Span } from './ast.ts';
export { checkExpr, fieldOf, type CheckedExpr, type ExprField } from './check.ts';
export { FUNCTION_GROUPS, FUNCTIONS, functionOf, type ExprFunction, type FunctionGroup } from './functions.ts';
export { parseExpr, type ParsedExpr } from './parser.ts';
