/** check digit of identity numbers, GB 11643 */
export const BAD_ID_CARD = (column: string): string =>
  `substr('10X98765432', (${[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    .map((weight, index) => `${weight} * substr(${column}, ${index + 1}, 1)::int`)
    .join(' + ')}) % 11 + 1, 1) <> substr(${column}, 18, 1)`;
const CREDIT = "'0123456789ABCDEFGHJKLMNPQRTUWXY'";
/** check character of social credit codes, GB 32100 */
export const BAD_CREDIT = (column: string): string =>
  `substr(${CREDIT}, (31 - (${Array.from({ length: 17 }, (_, index) => `${3 ** index % 31} * (strpos(${CREDIT}, substr(${column}, ${index + 1}, 1)) - 1)`).join(' + ')}) % 31) % 31 + 1, 1) <> substr(${column}, 18, 1)`;
