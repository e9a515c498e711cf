/** A whole number of eight bytes, which the driver gives as text. Null stays null. */
export const numberOf = (value: string | number | null): number | null => (value === null ? null : Number(value));
