/** The declarations of a style sheet that are off the scale of type, one entry each. */
export declare function offScale(path: string, text: string): { path: string; line: number; text: string }[];
