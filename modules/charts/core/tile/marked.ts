interface ClickedValue {
  readonly col: string;
}

/** The clicked values that a tile can mark: those of the way down are no marks of the level that it shows now. Null marks nothing. */
export function marked<V extends ClickedValue>(
  clicked: readonly V[] | undefined,
  path: readonly ClickedValue[] | undefined,
): readonly V[] | null {
  const rest = clicked?.filter(({ col }) => !path?.some((step) => step.col === col)) ?? [];
  return rest.length > 0 ? rest : null;
}
