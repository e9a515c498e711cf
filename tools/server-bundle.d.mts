export function bundleServer(input: Readonly<Record<string, string>>, outDir: string): Promise<void>;
