/** What a transform does when stock jscodeshift runs it without a plan. */
export { planFile } from '../../src/plan-file.ts';
