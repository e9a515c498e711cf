/** A text in pieces, some of which may be left out or made simpler: a statement that fails is shrunk along them. */
export type Piece = string | readonly Piece[] | Optional | List | Expression;

/** may go */
interface Optional {
  readonly kind: 'optional';
  readonly body: Piece;
}
/** any of its items may go but the last one */
interface List {
  readonly kind: 'list';
  readonly separator: string;
  readonly items: readonly Piece[];
}
/** may be replaced by one of its parts or by a constant */
interface Expression {
  readonly kind: 'expression';
  readonly body: Piece;
  readonly simpler: readonly Piece[];
}

export const optional = (...body: readonly Piece[]): Piece => ({ kind: 'optional', body });
export const list = (separator: string, items: readonly Piece[]): Piece => ({ kind: 'list', separator, items });
export const expression = (body: Piece, simpler: readonly Piece[]): Piece => ({ kind: 'expression', body, simpler });

const isSequence = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece);

export function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  if (isSequence(piece)) return piece.map(textOf).join('');
  if (piece.kind === 'list') return piece.items.map(textOf).join(piece.separator);
  return textOf(piece.body);
}

/** Every tree with one thing less, the largest steps first. */
export function* smaller(piece: Piece): Generator<Piece> {
  if (typeof piece === 'string') return;
  if (isSequence(piece)) {
    for (const [i, part] of piece.entries()) for (const less of smaller(part)) yield [...piece.slice(0, i), less, ...piece.slice(i + 1)];
    return;
  }
  switch (piece.kind) {
    case 'optional':
      yield '';
      for (const body of smaller(piece.body)) yield { ...piece, body };
      return;
    case 'list':
      if (piece.items.length > 1) for (const i of piece.items.keys()) yield { ...piece, items: piece.items.filter((_, k) => k !== i) };
      for (const [i, item] of piece.items.entries())
        for (const less of smaller(item)) yield { ...piece, items: [...piece.items.slice(0, i), less, ...piece.items.slice(i + 1)] };
      return;
    case 'expression':
      yield* piece.simpler;
      for (const body of smaller(piece.body)) yield { ...piece, body };
  }
}

/** The smallest tree that is found for which `fails` still holds; `most` limits how often it is asked. */
export async function shrink(piece: Piece, fails: (text: string) => Promise<boolean>, most = 400): Promise<Piece> {
  let best = piece;
  const tried = new Set<string>();
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smaller(best)) {
      const text = textOf(candidate);
      if (tried.has(text)) continue;
      if (tried.size >= most) return best;
      tried.add(text);
      if (!(await fails(text))) continue;
      best = candidate;
      isSmaller = true;
      break;
    }
  }
  return best;
}
