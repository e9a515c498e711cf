import { LRUCache } from 'lru-cache';
import { asBound, type Asked, type Given, type Paging, type Value } from '../../core/index.ts';
import { statementsOf, type CallStatements, type Prepared } from './statements.ts';

/** Texts of one API: optional parameters and lengths of lists make them differ. */
const MAX_SHAPES = 200;
/** Stand for values while a text is made: no parameter may hold a control character, and no page is so large. */
const MARK = '\u0001';
const MARKED_PAGE: Paging = { pageNum: 3, pageSize: 987_654_321 };
const MARKED_OFFSET = String((MARKED_PAGE.pageNum - 1) * MARKED_PAGE.pageSize);

/** A text with what goes into its places: the number of a value of the call, its size or offset of a page, or always the same. */
type Place = number | 'size' | 'offset' | { readonly value: unknown };
interface Shape {
  readonly text: string;
  readonly places: readonly Place[];
}
interface Shapes {
  readonly rows: Shape;
  readonly count: Shape;
}

/** Writes the statements of calls. Where values travel apart from the text, it is put together once for each set of parameters given. */
export class StatementWriter {
  readonly prepared: Prepared;
  readonly #known = new LRUCache<string, Shapes>({ max: MAX_SHAPES });

  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }

  /** The statements of one call. Throws input.invalid for values that the kind of source cannot take. */
  write(values: ReadonlyMap<string, Given>, asked: Asked): CallStatements {
    const { paging, sort, after } = asked;
    if (this.prepared.dialect !== 'postgres' || sort || after) return statementsOf(this.prepared, values, asked);
    const flat: Value[] = [];
    let key = '';
    for (const param of this.prepared.definition.reqParams) {
      const given = values.get(param.paramName) ?? null;
      if (given === null) key += '-,';
      else if (typeof given === 'object') {
        key += `${given.length},`;
        flat.push(...given);
      } else {
        key += '1,';
        flat.push(this.prepared.table === null ? given : asBound(param, given));
      }
    }
    let shapes = this.#known.get(key);
    if (!shapes) {
      shapes = this.#shapesOf(values);
      this.#known.set(key, shapes);
    }
    return { rows: filled(shapes.rows, flat, paging), count: filled(shapes.count, flat, paging) };
  }

  #shapesOf(values: ReadonlyMap<string, Given>): Shapes {
    let n = 0;
    const mark = () => `${MARK}${n++}`;
    const marked = new Map<string, Given>();
    for (const { paramName } of this.prepared.definition.reqParams) {
      const given = values.get(paramName) ?? null;
      marked.set(paramName, given === null ? null : typeof given === 'object' ? given.map(mark) : mark());
    }
    const { rows, count } = statementsOf(this.prepared, marked, { paging: MARKED_PAGE, sort: null, after: null });
    return { rows: shapeOf(rows), count: shapeOf(count) };
  }
}

const shapeOf = ({ text, params }: CallStatements['rows']): Shape => ({ text, places: params.map(placeOf) });

function placeOf(value: unknown): Place {
  if (value === String(MARKED_PAGE.pageSize)) return 'size';
  if (value === MARKED_OFFSET) return 'offset';
  const at = typeof value === 'string' ? value.indexOf(MARK) : -1;
  return at < 0 ? { value } : Number.parseInt((value as string).slice(at + 1), 10);
}

function filled({ text, places }: Shape, values: readonly Value[], { pageNum, pageSize }: Paging): CallStatements['rows'] {
  const params = places.map((place) => {
    if (typeof place === 'number') return values[place];
    if (place === 'size') return String(pageSize);
    return place === 'offset' ? String((pageNum - 1) * pageSize) : place.value;
  });
  return { text, params };
}
