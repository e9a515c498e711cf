export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
export const countsOf: (report: TestReport) => { passed: number; failed: number };
export const failedFiles: (report: TestReport) => string[];
export const withLater: (report: TestReport, later: TestReport) => TestReport;
export const failuresOf: (report: TestReport) => string[];
