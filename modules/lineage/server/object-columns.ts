import { endKey, type DraftEdge, type DraftEnd } from './draft.ts';

/** What the module of an object knows of its columns, besides the text that makes them. */
export interface ObjectColumns {
  /** columns that its text makes, as the module names them */
  readonly outputs?: readonly string[];
  /** columns that are computed from others of its own */
  readonly derived?: readonly { readonly name: string; readonly from: readonly string[] }[];
  /** own columns that all of it depends on */
  readonly whole?: readonly string[];
}

const edgeKey = (edge: DraftEdge): string => JSON.stringify([endKey(edge.from), edge.fromColumn, edge.toColumn, edge.kind]);

/**
 * The edges into an object with its columns as its module names them. Where the text was not understood (`isWhole` false) and a column comes
 * from nowhere, the whole object comes from everything that the text reads: too much is told rather than too little.
 */
export function ownEdges(edges: readonly DraftEdge[], target: DraftEnd, columns: ObjectColumns, isWhole: boolean): DraftEdge[] {
  const { outputs = [], derived = [], whole = [] } = columns;
  const isOwn = (edge: DraftEdge): boolean => endKey(edge.to) === endKey(target);
  const named = edges.flatMap((edge): DraftEdge[] => {
    if (!isOwn(edge) || edge.toColumn === null || outputs.includes(edge.toColumn)) return [edge];
    const folded = edge.toColumn.toLowerCase();
    const names = outputs.filter((name) => name.toLowerCase() === folded);
    return names.length > 0 ? names.map((toColumn) => ({ ...edge, toColumn })) : [edge];
  });
  const own = named.filter(isOwn);
  const reached = new Set(own.flatMap((edge) => edge.toColumn ?? []));
  const isLost = [...reached].some((name) => !outputs.includes(name));
  const isUnknown = outputs.some((name) => !reached.has(name)) && (!isWhole || isLost);
  const all = isUnknown
    ? [...new Map(own.map((edge) => [endKey(edge.from), edge.from])).values()].map((from): DraftEdge => {
        return { from, fromColumn: null, to: target, toColumn: null, kind: 'value', expression: null, confidence: 'inferred' };
      })
    : [];
  const made = derived.flatMap(({ name, from }) =>
    own.flatMap((edge): DraftEdge[] => (edge.toColumn !== null && from.includes(edge.toColumn) ? [{ ...edge, toColumn: name }] : [])),
  );
  const deciding = [...own, ...made].flatMap((edge): DraftEdge[] =>
    edge.toColumn !== null && whole.includes(edge.toColumn) ? [{ ...edge, toColumn: null, kind: 'filter' }] : [],
  );
  const others = named.filter((edge) => !isOwn(edge));
  return [...others, ...new Map([...own, ...all, ...made, ...deciding].map((edge) => [edgeKey(edge), edge])).values()];
}
