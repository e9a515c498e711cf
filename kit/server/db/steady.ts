import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../ctx.ts';

/** Stands for a value while a statement is compiled. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const MAX_SHAPES = 50;

/**
 * A statement that is compiled once per shape: building and compiling it takes the query builder longer than the server takes to answer most of
 * them. `build` gets the values and must use each only as a parameter, never to decide anything: what its text depends on belongs into `shape`.
 */
export function steadyQuery<Values extends object, Row>(build: (db: Db, values: Values, shape: string) => Compilable<Row>) {
  const known = new Map<string, CompiledQuery<Row>>();
  return (db: Db, values: Values, shape = ''): Compilable<Row> => ({
    compile() {
      let template = known.get(shape);
      if (!template) {
        const places = Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)]));
        template = build(db, places as Values, shape).compile();
        if (known.size < MAX_SHAPES) known.set(shape, template);
      }
      const given = values as Record<string, unknown>;
      return { ...template, parameters: template.parameters.map((value) => (value instanceof Place ? given[value.name] : value)) };
    },
  });
}
