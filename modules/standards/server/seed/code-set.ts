/** A code set that comes with the product; items as `code name`, separated by commas. */
export interface CodeSet {
  /** of the type, and with the code of the item behind it */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly items: string;
  readonly remark?: string;
  /** code of the item above; all items are at the top unless given */
  readonly parentOf?: (code: string) => string | null;
}

/** `011 教授` → code and name. */
export const itemsOf = (set: CodeSet): { code: string; name: string; parentCode: string | null }[] =>
  set.items.split(',').map((text) => {
    const at = text.indexOf(' ');
    const code = text.slice(0, at);
    return { code, name: text.slice(at + 1), parentCode: set.parentOf?.(code) ?? null };
  });
