import type { CollectEdits } from '../../transforms/shared/transform.ts';

interface TransformModule {
  readonly collectEdits: CollectEdits;
}

/** Every transform by the name that its edits carry; loaded when an edit asks for it. */
const TRANSFORMS: ReadonlyMap<string, () => Promise<TransformModule>> = new Map([
  ['legacy-path', () => import('../../transforms/legacy-path.ts')],
  ['mark-manual-work', () => import('../../transforms/mark-manual-work.ts')],
  ['api-key-header', () => import('../../transforms/api-key-header.ts')],
  ['post-call-llm-helper', () => import('../../transforms/post-call-llm-helper.ts')],
]);

export const TRANSFORM_NAMES: readonly string[] = [...TRANSFORMS.keys()];

/** The transforms of these names; a name that has none is left out, and its edits fail by name. */
export async function loadTransforms(names: Iterable<string>): Promise<ReadonlyMap<string, CollectEdits>> {
  const loaded = new Map<string, CollectEdits>();
  for (const name of names) {
    const load = TRANSFORMS.get(name);
    if (load !== undefined) loaded.set(name, (await load()).collectEdits);
  }
  return loaded;
}
