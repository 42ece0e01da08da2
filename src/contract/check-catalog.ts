import { isCalendarDate } from '../calendar.ts';
import { type Catalog, splitPath } from './catalog.ts';
import type { CustomCatalog, CustomFamily, CustomRule } from './custom-catalog.ts';
import { explainPattern, explainTarget, getPatternShape } from './path-pattern.ts';

/** Something wrong at a place of the user's catalogue: `['rules', 3, 'legacy']`. */
interface CatalogIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function checkFamily(family: CustomFamily, path: CatalogIssue['path']): readonly CatalogIssue[] {
  const legacy = family.legacy.includes('**')
    ? 'needs no **: a family is the path and everything below it'
    : explainPattern(family.legacy);
  if (legacy !== null) return [{ path: [...path, 'legacy'], message: `family ${family.legacy} ${legacy}` }];
  const target = explainTarget(family.v1, family.legacy);
  return target === null ? [] : [{ path: [...path, 'v1'], message: `target ${family.v1} ${target}` }];
}

function checkRule(rule: CustomRule, path: CatalogIssue['path']): readonly CatalogIssue[] {
  const legacy = explainPattern(rule.legacy);
  if (legacy !== null) return [{ path: [...path, 'legacy'], message: `rule ${rule.legacy} ${legacy}` }];
  if (rule.outcome === 'post-call-llm' && !rule.legacy.includes('{')) {
    const message = `rule ${rule.legacy} names no agent; a post-call-llm pattern holds one, such as /agents/{id}/helper`;
    return [{ path: [...path, 'legacy'], message }];
  }
  if (rule.v1 === undefined) return [];
  const target = explainTarget(rule.v1, rule.legacy);
  return target === null ? [] : [{ path: [...path, 'v1'], message: `target ${rule.v1} ${target}` }];
}

function shareMethods(a: CustomRule, b: CustomRule): boolean {
  if (a.methods === undefined || b.methods === undefined) return true;
  return a.methods.some((method) => b.methods?.includes(method));
}

function describeAnswer({ outcome, v1, v1Method }: CustomRule): string {
  const target = [v1Method, v1].filter((part) => part !== undefined).join(' ');
  return target === '' ? `"${outcome}"` : `"${outcome}" to ${target}`;
}

/** A later rule beats an earlier one, so two that can never both hold are a mistake and not an order. */
function findContradictions(rules: readonly CustomRule[]): readonly CatalogIssue[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.findIndex(
      (other, at) =>
        at < index &&
        describeAnswer(other) !== describeAnswer(rule) &&
        getPatternShape(other.legacy) === getPatternShape(rule.legacy) &&
        shareMethods(other, rule),
    );
    if (earlier === -1) return [];
    const first = rules[earlier] ?? rule;
    const message = `rule ${rule.legacy} is ${describeAnswer(rule)} here and ${describeAnswer(first)} in rules[${earlier}]; keep one`;
    return [{ path: ['rules', index, 'outcome'], message }];
  });
}

/** Does every path that `inner` matches also match `outer`? */
function isCoveredBy(inner: string, outer: string): boolean {
  const wide = splitPath(outer);
  const narrow = splitPath(inner);
  const isOpen = wide.at(-1) === '**';
  const fixed = isOpen ? wide.slice(0, -1) : wide;
  if (isOpen ? narrow.length < fixed.length : narrow.length !== fixed.length) return false;
  return fixed.every((segment, index) => {
    const own = narrow[index] ?? '';
    return own === '**' ? false : segment.startsWith('{') || segment === own;
  });
}

function coversMethods(outer: CustomRule, inner: CustomRule): boolean {
  const { methods } = outer;
  return methods === undefined || (inner.methods?.every((method) => methods.includes(method)) ?? false);
}

/** A rule that a later, wider one always beats was meant to stand behind it. */
function findHiddenRules(rules: readonly CustomRule[]): readonly CatalogIssue[] {
  return rules.flatMap((rule, index) => {
    const later = rules.findIndex(
      (other, at) =>
        at > index &&
        getPatternShape(other.legacy) !== getPatternShape(rule.legacy) &&
        coversMethods(other, rule) &&
        isCoveredBy(rule.legacy, other.legacy),
    );
    if (later === -1) return [];
    const message = `rule ${rule.legacy} never applies: rules[${later}] (${rules[later]?.legacy}) comes later and beats it; put this one behind it`;
    return [{ path: ['rules', index, 'legacy'], message }];
  });
}

function findFamilyContradictions(families: readonly CustomFamily[]): readonly CatalogIssue[] {
  return families.flatMap((family, index) => {
    const earlier = families.findIndex(
      (other, at) =>
        at < index && other.v1 !== family.v1 && getPatternShape(other.legacy) === getPatternShape(family.legacy),
    );
    if (earlier === -1) return [];
    const message = `family ${family.legacy} leads to ${family.v1} here and to ${families[earlier]?.v1} in families[${earlier}]; keep one`;
    return [{ path: ['families', index, 'v1'], message }];
  });
}

function checkDate(date: string | undefined): readonly CatalogIssue[] {
  if (date === undefined || isCalendarDate(date)) return [];
  return [{ path: ['cutoff'], message: `cutoff "${date}" is not a date; write YYYY-MM-DD` }];
}

/** The rules of the platform come before every family, so one of them can leave a user's family without effect. */
function findHiddenFamilies(families: readonly CustomFamily[], platform: Catalog): readonly CatalogIssue[] {
  return families.flatMap((family, index) => {
    const hiding = platform.rules.find(
      (rule) =>
        rule.methods === undefined &&
        rule.legacy.endsWith('/**') &&
        `${family.legacy}/`.startsWith(rule.legacy.slice(0, -'**'.length)),
    );
    if (hiding === undefined) return [];
    const message = `family ${family.legacy} never applies: the platform's rule ${hiding.legacy} comes first; write a rule with outcome "rewrite"`;
    return [{ path: ['families', index, 'legacy'], message }];
  });
}

/** Everything wrong with a user's catalogue that its types do not already rule out. */
export function checkCatalog(custom: CustomCatalog, platform: Catalog): readonly CatalogIssue[] {
  const families = custom.families ?? [];
  const rules = custom.rules ?? [];
  return [
    ...checkDate(custom.cutoff),
    ...families.flatMap((family, index) => checkFamily(family, ['families', index])),
    ...rules.flatMap((rule, index) => checkRule(rule, ['rules', index])),
    ...(custom.extends === 'none' ? [] : findHiddenFamilies(families, platform)),
    ...findFamilyContradictions(families),
    ...findContradictions(rules),
    ...findHiddenRules(rules),
  ];
}
