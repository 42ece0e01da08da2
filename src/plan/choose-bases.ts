import type { Catalog } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import type { PlanOptions } from '../model/options.ts';
import { BaseTable } from './bases.ts';
import { inferBases } from './infer-bases.ts';

/** The given bases, else the one that the code itself makes certain. */
export function chooseBases(
  analysis: Analysis,
  catalog: Catalog,
  options: PlanOptions,
): { readonly bases: BaseTable; readonly notices: readonly string[] } {
  if (options.bases.length > 0) return { bases: new BaseTable(options.bases, analysis), notices: [] };
  const { baseFlag = '--base-url' } = options;
  const { winner, contenders } = inferBases(analysis, catalog);
  if (winner !== null) return { bases: new BaseTable([winner], analysis), notices: [] };
  const notices =
    contenders.length === 0
      ? []
      : [
          `No base is given and none is certain. Candidates: ${contenders
            .slice(0, 5)
            .map((base) => `${baseFlag} ${base}`)
            .join(', ')}`,
        ];
  return { bases: new BaseTable([], analysis), notices };
}
