/** A reason why the product cannot start, told in one Chinese sentence; the start program prints it and exits with 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
