import { BASE_FORMS } from './bases.ts';
import { buildItem, type GeneratedItem } from './build-item.ts';
import { buildService } from './build-service.ts';
import { Draft, type GeneratedFile, type Part } from './code.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { pick } from './pick.ts';
import type { Spec } from './spec.ts';
import { findPlatform, findVariableUrl, OTHER, OTHER_VARIABLE, VARIABLE } from './vendors.ts';

/** From choices to the files of a project that runs. Every combination of choices has to give one. */

export interface GeneratedProject {
  readonly files: ReadonlyMap<string, GeneratedFile>;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the tool is told. */
  readonly baseUrls: readonly string[];
  /** Where the platform is while the program runs. */
  readonly platform: readonly string[];
  readonly items: ReadonlyMap<string, GeneratedItem>;
}

/** Requests and whatever is shown belong to the step that was told last. */
function tellStep(name: string): string {
  return `console.log('step', '${name}');`;
}

function addLookAlikes(draft: Draft, main: Part, spec: Spec): readonly string[] {
  const part = spec.split === 'one' ? main : draft.part('src/pages');
  const { url } = findPlatform(spec);
  return spec.lookAlikes.flatMap((name, index) => {
    const run = pick(LOOK_ALIKES, name)({ part, index, url, otherUrl: OTHER.url });
    main.use(part, `lookAlike${index}`, 'named');
    return run;
  });
}

function isSingleModule({ format }: Spec): boolean {
  return format === 'js' || format === 'ts';
}

/** Writes the entry and everything it needs; answers with the items. */
function fillDraft(draft: Draft, spec: Spec): readonly GeneratedItem[] {
  const main = draft.part(draft.entry);
  const items: GeneratedItem[] = [];
  const statements: { readonly text: string; readonly owner: string | null }[] = [];
  const add = (texts: readonly string[], owner: string | null) => {
    for (const text of texts) statements.push({ text: text.replace(/^/gm, '  '), owner });
  };
  for (const [index, serviceSpec] of spec.services.entries()) {
    const service = buildService(draft, spec, serviceSpec, index);
    for (const [position, itemSpec] of serviceSpec.items.entries()) {
      const { item, statements: own, beside } = buildItem(service, main, itemSpec, position);
      items.push(item);
      add([tellStep(item.owner)], null);
      add(own, item.owner);
      if (beside.length > 0) add([tellStep('beside'), ...beside], item.owner);
    }
  }
  const lookAlikes = addLookAlikes(draft, main, spec);
  if (lookAlikes.length > 0) add([tellStep('beside'), ...lookAlikes], null);
  const isCommonJs = spec.format === 'cjs' || spec.format === 'cjs-js';
  main.declare('async function main() {', null);
  for (const { text, owner } of statements) main.declare(text, owner);
  main.declare(`}\n\n${isCommonJs ? 'module.exports = main();' : 'await main();'}`, null);
  return items;
}

export function renderProject(spec: Spec): GeneratedProject {
  const draft = new Draft(spec, 'src/main');
  const items = fillDraft(draft, spec);
  const needsVariable = spec.services.some(({ base }) => pick(BASE_FORMS, base).needsVariable);
  const isSet = needsVariable || spec.variableSet;
  const { url, otherUrl } = findPlatform(spec);
  const manifest = { name: 'generated', private: true, ...(isSingleModule(spec) ? { type: 'module' } : {}) };
  const files = new Map(draft.finish());
  files.set('package.json', { text: `${JSON.stringify(manifest)}\n`, owners: [null] });
  return {
    files,
    entry: draft.entry + draft.getExtension(draft.entry),
    env: {
      ...(isSet ? { [VARIABLE]: findVariableUrl(spec) } : {}),
      ...(needsVariable ? { [OTHER_VARIABLE]: OTHER.url } : {}),
    },
    baseUrls: [url, otherUrl, ...(needsVariable ? [`env:${VARIABLE}`] : [])],
    platform: [url, otherUrl, ...(isSet ? [findVariableUrl(spec)] : [])],
    items: new Map(items.map((item) => [item.owner, item])),
  };
}
