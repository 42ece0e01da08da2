import type { Random } from './random.ts';
import { capitalise, ENTITIES, FIELDS, makeComment, makeName, makeType } from './words.ts';

/** The text of one file of the product, at least `size` characters long. */
export type FileWriter = (random: Random, size: number) => string;

function repeatUntil(size: number, head: string, makePart: (index: number) => string, tail = ''): string {
  let text = head;
  for (let index = 0; text.length + tail.length < size; index += 1) text += makePart(index);
  return text + tail;
}

function writeInterface(random: Random, name: string): string {
  const fields = Array.from(
    { length: 4 + random.below(6) },
    () => `  readonly ${random.pick(FIELDS)}${random.below(90)}: ${makeType(random)};`,
  );
  return `export interface ${name} {\n${fields.join('\n')}\n}\n\n`;
}

function writeFunction(random: Random, index: number): string {
  const [name, item, field] = [makeName(random), random.pick(ENTITIES), random.pick(FIELDS)];
  const type = capitalise(item);
  return `${makeComment(random, '')}export function ${name}Of${index}(${item}s: readonly ${type}[], limit = ${random.below(100)}): Map<string, ${type}> {
  const found = new Map<string, ${type}>();
  for (const ${item} of ${item}s) {
    if (${item}.${field} === undefined || found.size >= limit) continue;
    const key = \`\${${item}.${random.pick(FIELDS)}}:\${${item}.${field} ?? '${random.pick(ENTITIES)}'}\`;
    const previous = found.get(key);
    found.set(key, previous ? { ...previous, ...${item}, ${field}: previous.${field} } : ${item});
  }
  if (found.size === 0) throw new RangeError('no ${item} has a ${field}; ${random.pick(ENTITIES)} is empty');
  return found;
}

`;
}

function writeMethod(random: Random, entity: string): string {
  const name = makeName(random);
  return `${makeComment(random, '  ')}  async ${name}${random.below(1000)}(id: string, options: RequestOptions = {}): Promise<${capitalise(entity)}> {
    const response = await this.http.get(\`/shop/${entity}s/\${encodeURIComponent(id)}/${random.pick(FIELDS)}\`, {
      params: { ${random.pick(FIELDS)}: options.${random.pick(FIELDS)} ?? ${random.below(50)}, expand: '${random.pick(ENTITIES)}' },
      timeout: ${1000 + random.below(9000)},
    });
    if (response.status === 404) throw new NotFound('${entity}', id);
    this.logger.debug({ id, took: response.duration }, '${entity} ${random.pick(FIELDS)} was read');
    return this.to${capitalise(entity)}(response.data);
  }

`;
}

function writeImports(random: Random): string {
  const names = Array.from(
    { length: 3 + random.below(5) },
    (_, index) => [`${makeName(random)}${index}`, random.pick(ENTITIES)] as const,
  );
  const lines = names.map(
    ([name, entity]) => `import { ${name} } from '${random.isBelow(0.5) ? '@/' : '../'}${entity}s/${name}';`,
  );
  return `${lines.join('\n')}\n\n`;
}

const writeUtility: FileWriter = (random, size) =>
  repeatUntil(size, `${writeImports(random)}${writeInterface(random, 'Options')}`, (index) =>
    writeFunction(random, index),
  );

const writeService: FileWriter = (random, size) => {
  const entity = random.pick(ENTITIES);
  const head = `import type { HttpClient, RequestOptions } from '../http/client';
import { NotFound } from '../errors';
${writeImports(random)}${writeInterface(random, capitalise(entity))}export class ${capitalise(entity)}Service {
  constructor(private readonly http: HttpClient, private readonly logger: Logger) {}

`;
  return repeatUntil(size, head, () => writeMethod(random, entity), '}\n');
};

function writeMarkup(random: Random): string {
  const [entity, field] = [random.pick(ENTITIES), random.pick(FIELDS)];
  return `      <section className="${entity}-${field} card" aria-label="${capitalise(entity)} ${field}">
        <h2>{t('${entity}.${field}.title')}</h2>
        {${entity}s.filter((one) => one.${field} !== null).map((one) => (
          <Row key={one.id} onClick={() => navigate(\`/shop/${entity}s/\${one.id}\`)} selected={one.id === selected}>
            <Cell width={${random.below(300)}}>{one.${random.pick(FIELDS)} ?? <em>none of the ${entity}s</em>}</Cell>
            <Money amount={one.${field}} currency={one.currency} />
          </Row>
        ))}
      </section>
`;
}

const writeComponent: FileWriter = (random, size) => {
  const entity = capitalise(random.pick(ENTITIES));
  const head = `import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
${writeImports(random)}${writeInterface(random, `${entity}Props`)}${makeComment(random, '')}export function ${entity}View({ selected, onSelect }: ${entity}Props) {
  const { t } = useTranslation();
  const [${entity.toLowerCase()}s, set${entity}s] = useState<readonly ${entity}[]>([]);
  const total = useMemo(() => ${entity.toLowerCase()}s.reduce((sum, one) => sum + (one.total ?? 0), 0), [${entity.toLowerCase()}s]);
  useEffect(() => {
    let isCurrent = true;
    fetch('/shop/${entity.toLowerCase()}s?limit=${random.below(100)}')
      .then((response) => response.json())
      .then((body) => isCurrent && set${entity}s(body.items));
    return () => {
      isCurrent = false;
    };
  }, []);
  return (
    <main>
`;
  return repeatUntil(size, head, () => writeMarkup(random), '    </main>\n  );\n}\n');
};

const writeTest: FileWriter = (random, size) => {
  const head = `import { describe, expect, it, vi } from 'vitest';\n${writeImports(random)}describe('${random.pick(ENTITIES)}', () => {\n`;
  const makePart = (): string => {
    const [entity, name] = [random.pick(ENTITIES), makeName(random)];
    return `  it('${name} calls back with the ${random.pick(FIELDS)} of the ${entity}', async () => {
    const ${entity} = { id: '${entity}_${random.below(9999)}', total: ${random.below(99999)}, status: '${random.pick(FIELDS)}' };
    const spy = vi.fn().mockResolvedValue({ ok: true, json: async () => ({ ${entity} }) });
    const result = await ${name}(${entity}, { fetch: spy, retries: ${random.below(5)} });
    expect(spy.mock.calls[0]?.[0]).toContain('/shop/${entity}s');
    expect(result).toMatchObject({ ...${entity}, status: expect.any(String) });
  });

`;
  };
  return repeatUntil(size, head, makePart, '});\n');
};

export interface ProductFile {
  readonly path: string;
  readonly text: string;
}

const KINDS: readonly [readonly [string, FileWriter], ...(readonly [string, FileWriter])[]] = [
  ['components/{}.tsx', writeComponent],
  ['components/{}.tsx', writeComponent],
  ['services/{}.ts', writeService],
  ['utils/{}.ts', writeUtility],
  ['scripts/{}.js', writeTest],
  ['__tests__/{}.test.ts', writeTest],
];

/** One file in a few hundred has a module of its own with such a name, which is no platform path. */
const HOMONYMS = [
  "import { formatLanguage } from '../i18n/languages';\n",
  "import { steps } from './workflows';\n",
  "export * from './agents';\n",
];

/** The file with this number; about `size` characters. */
export function writeProductFile(random: Random, index: number, size: number): ProductFile {
  const [pattern, write] = random.pick(KINDS);
  const feature = random.pick(ENTITIES);
  const path = `packages/${feature}/src/${pattern.replace('{}', `${random.pick(ENTITIES)}${index}`)}`;
  const homonym = index % 300 === 299 ? (HOMONYMS[random.below(HOMONYMS.length)] ?? '') : '';
  return { path, text: homonym + write(random, Math.round(size * (0.4 + 1.2 * random.next()))) };
}
