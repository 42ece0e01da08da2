import type { Random } from './random.ts';
import { capitalise, ENTITIES } from './words.ts';

/** Code that calls the platform, in the idioms that public repositories use most. */

export const BASE = 'https://api.voice.example';

const FAMILIES: readonly [string, ...string[]] = [
  'agents',
  'calls',
  'batch-calls',
  'workflows',
  'voices',
  'languages',
  'llms',
  'transcribers',
  'knowledge-base',
];

/** What all files of the platform's users import. */
export const SHARED: Readonly<Record<string, string>> = {
  'src/voice/config.ts': `export const VOICE_URL = process.env.VOICE_API_URL ?? '${BASE}';\nexport const TIMEOUT = 10_000;\n`,
  'src/voice/client.ts': `import axios from 'axios';
import { TIMEOUT, VOICE_URL } from './config';

export const voice = axios.create({ baseURL: VOICE_URL, timeout: TIMEOUT });
`,
  'src/voice/request.ts': `import { VOICE_URL } from './config';

export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(\`\${VOICE_URL}\${path}\`, { ...init, headers: { authorization: \`Bearer \${process.env.VOICE_API_KEY}\` } });
  if (!response.ok) throw new Error(\`\${response.status} from \${path}\`);
  return response.json();
}
`,
  'src/voice/http.ts': `import { VOICE_URL } from './config';
import { request } from './request';

export class VoiceHttp {
  constructor(private readonly prefix = '') {}
  get<T>(path: string): Promise<T> {
    return request<T>(this.prefix + path);
  }
  async post<T>(path: string, body: unknown): Promise<T> {
    const response = await fetch(new URL(this.prefix + path, VOICE_URL), { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  }
}
`,
};

/** `name` is unique in its file. */
type CallWriter = (family: string, name: string) => string;

const IDIOMS: readonly [CallWriter, ...CallWriter[]] = [
  (family, name) =>
    `export const ${name} = (id: string) => fetch('${BASE}/${family}/' + id).then((response) => response.json());\n`,
  (family, name) =>
    `export async function ${name}(page: number) {\n  const response = await fetch(\`\${HOST}/${family}?page=\${page}&limit=50\`);\n  return response.json();\n}\n`,
  (family, name) =>
    `export async function ${name}(id: string, body: object) {\n  const { data } = await voice.post(\`/${family}/\${id}\`, body);\n  return data;\n}\n`,
  (family, name) => `export const ${name} = (id: string) => request<unknown>(\`/${family}/\${id}/details\`);\n`,
];

const IMPORTS = `import { voice } from '@/voice/client';\nimport { request } from '@/voice/request';\n\nconst HOST = '${BASE}';\n`;

/** Imports and `count` functions with one platform call each. */
export function writeCalls(random: Random, count: number): string {
  const calls = Array.from({ length: count }, (_, index) => {
    const family = random.pick(FAMILIES);
    return random.pick(IDIOMS)(family, `call${capitalise(random.pick(ENTITIES))}${index}`);
  });
  return `${IMPORTS}\n${calls.join('\n')}\n`;
}

/** A module of `functions` calls of one family through the shared class. */
export function writeResource(random: Random, name: string, functions: number): string {
  const family = random.pick(FAMILIES);
  const parts = Array.from({ length: functions }, (_, index) =>
    index % 2 === 0
      ? `export const read${name}${index} = (id: string) => http.get<${name}>(\`/\${id}/part-${index}\`);\n`
      : `export function send${name}${index}(body: Partial<${name}>) {\n  return http.post<${name}>('/batch-${index}', body);\n}\n`,
  );
  return `import { VoiceHttp } from '../http';\n\ninterface ${name} {\n  readonly id: string;\n}\n\nconst http = new VoiceHttp('/${family}');\n\n${parts.join('\n')}\n`;
}

/** A module that uses `resources` and calls the platform by itself as well. */
export function writeConsumer(random: Random, resources: readonly string[]): string {
  const imports = resources.map((name) => `import { read${name}0, send${name}1 } from '@/voice/resources/${name}';\n`);
  const uses = resources.map(
    (name) =>
      `  const ${name.toLowerCase()} = await read${name}0(id);\n  await send${name}1({ ...${name.toLowerCase()}, id });\n`,
  );
  return `${imports.join('')}${writeCalls(random, 2)}\nexport async function synchronise(id: string) {\n${uses.join('')}}\n`;
}
