import type { BaseColumn, Type } from './schema.ts';

/** A column that can be named at some place of a statement. */
export interface Column {
  readonly name: string;
  readonly type: Type;
  /** true = a masked column as it is, through however many queries */
  readonly isMasked: boolean;
  readonly link: BaseColumn['link'];
}
export interface Relation {
  readonly alias: string;
  readonly columns: readonly Column[];
}
/** The relations of one query, and those of the queries around it. */
export class Scope {
  readonly relations: Relation[] = [];
  readonly parent: Scope | null;

  constructor(parent: Scope | null = null) {
    this.parent = parent;
  }

  /** Columns of this query, each with the relation that it belongs to. */
  own(test: (column: Column) => boolean): { relation: Relation; column: Column }[] {
    return this.relations.flatMap((relation) => relation.columns.filter(test).map((column) => ({ relation, column })));
  }

  isUnique(name: string): boolean {
    return this.own((column) => column.name === name).length === 1 && !this.relations.some(({ alias }) => alias === name);
  }
}
/** A query with what it shows. */
export interface Query<P> {
  readonly piece: P;
  readonly columns: readonly Column[];
}
