/** What of a rule cannot be used, with the place in the config. */
export class ConfigProblem extends Error {
  readonly path: string;
  constructor(message: string, path: string) {
    super(message);
    this.name = 'ConfigProblem';
    this.path = path;
  }
}

/** A kind of database has no means for a condition: its values are read and judged here instead, a bounded number of them. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Unsupported';
  }
}
