const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A well-formed credit code, different for each n. */
export function creditCode(n: number): string {
  const organisation = `MA${String(n).padStart(6, '0')}`;
  const weighed = [...organisation].reduce((total, char, at) => total + parseInt(char, 36) * [3, 7, 9, 10, 5, 8, 4, 2][at]!, 0);
  const body = `91330100${organisation}${'0X987654321'[weighed % 11]}`;
  const sum = [...body].reduce((total, character, at) => total + ALPHABET.indexOf(character) * (3 ** at % 31), 0);
  return body + ALPHABET[(31 - (sum % 31)) % 31];
}

/** A valid input, different for each n. */
export const makeSupplier = (n: number, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  supplierName: `试验建材第${n}公司`,
  creditCode: creditCode(n),
  supplierType: '3',
  provinceCode: '330000',
  cityCode: '330100',
  contact: `联系人${n}`,
  contactPhone: `139${String(n).padStart(8, '0')}`,
  ...over,
});
