/** `13812340001` → `138****0001`; anything else keeps its first and last character. */
export function maskPhone(phone: string | null): string | null {
  if (phone === null || phone === '') return phone;
  return /^\d{11}$/.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(7)}` : `${phone.slice(0, 1)}****${phone.slice(-1)}`;
}
