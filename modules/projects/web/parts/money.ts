/** `12345.60` → `12,345.6`; money stays text until it is read by people. */
export const moneyText = (amount: string | null): string | null =>
  amount === null ? null : Number(amount).toLocaleString('zh-CN', { maximumFractionDigits: 2 });
