/** True, or why it is not possible at present: the sentence is told by pointing at the disabled control. */
export type Barred = boolean | string | null;
/** What a disabled control takes from it. */
export const barredProps = (barred: Barred | undefined) => ({
  disabled: Boolean(barred),
  title: typeof barred === 'string' && barred !== '' ? barred : undefined,
});
/** Whether a row admits something; a sentence means that it does not, and why. */
export type RowRule<Row> = (row: Row) => boolean | string;
/** What a rule means for the control that it is about. */
export const barredBy = <Row>(rule: RowRule<Row> | undefined, row: Row): Barred => {
  const answer = rule?.(row) ?? true;
  return typeof answer === 'string' ? answer : !answer;
};
