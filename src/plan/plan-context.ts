import type { Catalog } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import type { BaseTable } from './bases.ts';
import type { Positions } from './findings.ts';

/** What all steps of one plan look things up in. */
export interface PlanContext {
  readonly analysis: Analysis;
  readonly bases: BaseTable;
  readonly catalog: Catalog;
  readonly positions: Positions;
  /** Set where one file was looked at, and not who calls it from elsewhere. */
  readonly isOfOneFile?: boolean | undefined;
}
