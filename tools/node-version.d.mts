export declare function refuseNode(version: string): string | null;
