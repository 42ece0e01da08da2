import { UserError } from '../errors.ts';
import { ACCESS_OPTIONS } from './options.ts';
import type { AccessValues } from './probe-access.ts';
import type { ScopeValues } from './scope.ts';

/** The option that says what the code calls the platform. */
export const CODE_BASE_FLAG = '--code-base-url';

export interface VerifyValues extends AccessValues, ScopeValues {
  readonly verify?: boolean;
  readonly 'code-base-url'?: string[];
}

/** Without `--verify` they would be taken and do nothing. */
export function refuseStrays(values: VerifyValues): void {
  if (values.verify === true) return;
  const names = new Set([...Object.keys(ACCESS_OPTIONS), 'code-base-url']);
  const stray = Object.entries(values).find(([name, value]) => names.has(name) && value !== undefined)?.[0];
  if (stray === undefined) return;
  throw new UserError(`--${stray} is for --verify.`, { hint: `Add --verify, or leave --${stray} out.` });
}

/** The bases of the code: --base-url, unless --code-base-url makes that the address alone. */
export function readCodeBases<Values extends VerifyValues>(values: Values): Values {
  const bases = values['code-base-url'];
  return bases === undefined
    ? values
    : { ...values, 'base-url': bases, baseFlag: CODE_BASE_FLAG, askedAt: values['base-url'] };
}
