/** What a table or column can be found by. */
export interface SearchText {
  readonly grams: string[];
  readonly searchText: string;
}

/**
 * Makes the search fields of a catalogue object from its texts, the most telling first (name, Chinese name, comment, description,
 * tags, owner). Input: any texts, null for missing ones; result: what goes into `grams` and `search_text`.
 */
export function searchTextOf(texts: readonly (string | null)[]): SearchText {
  const searchText = texts.filter(Boolean).join('\n').toLowerCase();
  return { grams: [...new Set(searchText.match(/[a-z0-9]+/g) ?? [])], searchText };
}
