/** A mistake of the user's: printed as one message and one hint, never with a stack. */
export class UserError extends Error {
  /** The next command to type, or what to change; shown on its own line. */
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'UserError';
    this.hint = options.hint;
  }
}
