/** Functions over 60 lines by name, functions with a boolean parameter, choices more than two deep. */
export declare function measure(
  text: string,
  options: { jsx: boolean },
): { long: Record<string, number>; booleans: number; choices: number };
