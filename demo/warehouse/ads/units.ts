/** SQL: yuan as 万元, rounded here and nowhere else. */
export const WAN = (expression: string): string => `round(${expression} / 10000, 2)`;
