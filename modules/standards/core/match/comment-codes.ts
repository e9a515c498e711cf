const PAIR = /(?<![A-Za-z0-9])([A-Za-z]{1,4}|\d{1,4})\s*[-=、.:：]?\s*([\p{Script=Han}](?:\p{Script=Han}|（\p{Script=Han}+）)*)/gu;

/** What a comment says of the codes of its column: 学历：1大专及以下 2本科 → 1 大专及以下, 2 本科. Empty unless it names at least two. */
export function namesInComment(comment: string | null): ReadonlyMap<string, string> {
  const pairs = [...(comment ?? '').matchAll(PAIR)].map(([, code, name]) => [code!, name!] as const);
  return pairs.length >= 2 ? new Map(pairs) : new Map();
}
