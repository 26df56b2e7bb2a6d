export declare const browserFlags: readonly string[];
export declare function opens(path: string): Promise<boolean>;
export declare function findBrowser(): Promise<string | null>;
