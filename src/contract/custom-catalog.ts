import type { FindingCode } from '../model/findings.ts';
import type { Evidence } from '../model/plan.ts';
import type { Alias, Catalog, Family, Operation, Outcome, Rule } from './catalog.ts';
import { splitPath } from './catalog.ts';

/** A user's catalogue: the platform's format, with everything optional that can be derived. */

export interface CustomFamily {
  readonly legacy: string;
  readonly v1: string;
  readonly item?: string;
  readonly section?: string;
  readonly evidence?: Evidence;
}

export interface CustomRule {
  readonly methods?: readonly string[];
  readonly legacy: string;
  readonly outcome: Outcome;
  readonly v1?: string;
  readonly v1Method?: string;
  readonly code?: FindingCode;
  readonly bodyField?: string;
  readonly bodyFields?: readonly string[];
  readonly reason?: string;
  readonly section?: string;
  readonly evidence?: Evidence;
}

export interface CustomCatalog {
  /** `platform`: the rows are added to the platform's and beat them. `none`: they are the whole catalogue. */
  readonly extends?: 'platform' | 'none';
  readonly cutoff?: string;
  readonly versionPrefix?: string;
  readonly families?: readonly CustomFamily[];
  readonly rules?: readonly CustomRule[];
  readonly operations?: readonly Operation[];
  readonly aliases?: readonly Alias[];
  readonly credentials?: 'bearer';
}

const DEFAULT_SECTION = 'config';
const DEFAULT_BODY_FIELDS = ['post_call_analysis_llm_id', 'llm_id', 'llmId'];

function toFamily(family: CustomFamily): Family {
  return { ...family, section: family.section ?? DEFAULT_SECTION, evidence: family.evidence ?? 'config' };
}

/** The agent that a post-call helper belongs to: the path up to its first parameter. */
function cutToItem(legacy: string): string {
  const segments = splitPath(legacy);
  const parameter = segments.findIndex((segment) => segment.startsWith('{'));
  return `/${segments.slice(0, parameter + 1).join('/')}`;
}

/** Where a path goes when its rule does not say: with the family that it is below, else below the version. */
function deriveTarget(legacy: string, families: readonly Family[], versionPrefix: string): string {
  const segments = splitPath(legacy);
  const above = families.filter((family) => splitPath(family.legacy).every((word, index) => word === segments[index]));
  const [family] = above.sort((a, b) => splitPath(b.legacy).length - splitPath(a.legacy).length);
  if (family === undefined) return versionPrefix + legacy;
  return `/${[...splitPath(family.v1), ...segments.slice(splitPath(family.legacy).length)].join('/')}`;
}

function completeTarget(rule: Rule, families: readonly Family[], versionPrefix: string): Rule {
  if (rule.outcome === 'rewrite') return { v1: deriveTarget(rule.legacy, families, versionPrefix), ...rule };
  if (rule.outcome !== 'post-call-llm') return rule;
  return {
    v1: deriveTarget(cutToItem(rule.legacy), families, versionPrefix),
    v1Method: 'PATCH',
    bodyFields: DEFAULT_BODY_FIELDS,
    ...rule,
  };
}

function toRule({ bodyField, ...rule }: CustomRule, families: readonly Family[], versionPrefix: string): Rule {
  const bodyFields = bodyField === undefined ? rule.bodyFields : [bodyField, ...(rule.bodyFields ?? [])];
  const row: Rule = {
    ...rule,
    ...(bodyFields === undefined ? {} : { bodyFields }),
    section: rule.section ?? DEFAULT_SECTION,
    evidence: rule.evidence ?? 'config',
  };
  return completeTarget(row, families, versionPrefix);
}

/** The catalogue in force: the user's rows after the platform's, because later beats earlier. */
export function mergeCatalog(custom: CustomCatalog, platform: Catalog): Catalog {
  const base: Catalog =
    custom.extends === 'none'
      ? { cutoff: platform.cutoff, versionPrefix: platform.versionPrefix, families: [], rules: [], operations: [] }
      : platform;
  const credentials = custom.credentials ?? base.credentials;
  const versionPrefix = custom.versionPrefix ?? base.versionPrefix;
  const families = [...base.families, ...(custom.families ?? []).map(toFamily)];
  return {
    cutoff: custom.cutoff ?? base.cutoff,
    versionPrefix,
    families,
    rules: [...base.rules, ...(custom.rules ?? []).map((rule) => toRule(rule, families, versionPrefix))],
    operations: [...base.operations, ...(custom.operations ?? [])],
    aliases: [...(base.aliases ?? []), ...(custom.aliases ?? [])],
    ...(credentials === undefined ? {} : { credentials }),
  };
}
