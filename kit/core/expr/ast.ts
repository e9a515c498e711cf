/** Place in the text of an expression, UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
export type BinaryOp = '+' | '-' | '*' | '/' | '%' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

/** A calculated field as a tree; nothing in it is SQL. */
export type Expr = Span &
  /** `text` has the digits as they were written: JavaScript keeps 15 to 17 of them */
  (
    | { readonly kind: 'number'; readonly value: number; readonly text: string }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'bool'; readonly value: boolean }
    | { readonly kind: 'null' }
    /** `[name]`, by the name or the id of a field */
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'unary'; readonly op: '-' | 'not'; readonly arg: Expr }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'in'; readonly arg: Expr; readonly items: readonly Expr[]; readonly not: boolean }
    | { readonly kind: 'isNull'; readonly arg: Expr; readonly not: boolean }
    | { readonly kind: 'case'; readonly whens: readonly (readonly [when: Expr, then: Expr])[]; readonly other: Expr | null }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }
  );

export interface ExprError extends Span {
  readonly message: string;
}
/** An expression that cannot be read. */
export class ExprProblem extends Error {
  readonly at: Span;
  constructor(message: string, at: Span) {
    super(message);
    this.name = 'ExprProblem';
    this.at = at;
  }
}
/** What a field of a row can be. */
export type ExprFieldType = 'string' | 'number' | 'date' | 'datetime' | 'bool';
/** Type of an expression; `any` is that of null, which goes with everything. */
export type ExprType = ExprFieldType | 'any';
