const HEAD = 3;
const TAIL = 4;

/** `13812340001` → `138****0001`: enough to find out who it was, too little to call them. */
const maskPhone = (phone: string): string => (phone.length > HEAD + TAIL ? `${phone.slice(0, HEAD)}****${phone.slice(-TAIL)}` : '****');

/** The words of the watermark: nickname and masked phone of the person who looks; empty when nobody does. */
export const watermarkText = (user: { nickname?: string | null; phone?: string | null } | null | undefined): string =>
  [user?.nickname, user?.phone && maskPhone(user.phone)].filter(Boolean).join(' ');
