const HEAD = 3;
const TAIL = 4;

/** Masks a phone number: `13812340001` → `138****0001`. */
const maskPhone = (phone: string): string => (phone.length > HEAD + TAIL ? `${phone.slice(0, HEAD)}****${phone.slice(-TAIL)}` : '****');

/** Watermark text: nickname and masked phone of the signed-in user; empty without one. */
export const watermarkText = (user: { nickname?: string | null; phone?: string | null } | null | undefined): string =>
  [user?.nickname, user?.phone && maskPhone(user.phone)].filter(Boolean).join(' ');
