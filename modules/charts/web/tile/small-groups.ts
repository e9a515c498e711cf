/** What is said where groups made of fewer than `least` are left out of an answer. */
export const smallGroups = (least: number): string => `不足 ${least} 人的分组不显示，合计也不含它们`;
