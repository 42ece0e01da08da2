import type { Edit } from '../../src/model/plan.ts';

/** The single-file pipeline: what a transform does when stock jscodeshift runs it without a plan. */
export type PlanFile = (path: string, source: string, options: { readonly baseUrl: string }) => readonly Edit[];

export const planFile: PlanFile = () => {
  throw new Error('no plan was given');
};
