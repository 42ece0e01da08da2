import type { Catalog, Family, Rule } from '../contract/catalog.ts';

/** The catalogue for people, or as a `catalog` of the config that says the same again. */

function renderRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function listFamily({ legacy, v1, evidence, section }: Family): readonly string[] {
  return [legacy, '->', v1, evidence, section];
}

function listRule({ methods, legacy, outcome, v1, v1Method, code, evidence, section }: Rule): readonly string[] {
  const target = v1 === undefined ? '' : `-> ${v1Method === undefined ? '' : `${v1Method} `}${v1}`;
  return [methods?.join(',') ?? '*', legacy, outcome, target, code ?? '', evidence, section];
}

function renderText({ cutoff, versionPrefix, families, rules, operations }: Catalog): string {
  return [
    `Cut-off ${cutoff}, version prefix ${versionPrefix}`,
    '',
    'Families: the path and everything below it',
    ...renderRows(families.map(listFamily)),
    '',
    'Rules: before families; a later one beats an earlier one',
    ...renderRows(rules.map(listRule)),
    '',
    'Documented operations',
    ...renderRows(operations.map(({ method, path, section }) => [method, path, section])),
    '',
  ].join('\n');
}

export function renderCatalog(catalog: Catalog, format: 'text' | 'json'): string {
  if (format === 'text') return renderText(catalog);
  return `${JSON.stringify({ extends: 'none', ...catalog }, null, 2)}\n`;
}
