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

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead to each other',
};

/** What `read` gives of a file that the user named, or whose name is fixed; a refusal of the system is the user's to mend. */
export function readNamed<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
    if (code === null) throw cause;
    throw new UserError(`${name} cannot be read: ${REASONS[code] ?? code}.`, { cause });
  }
}
