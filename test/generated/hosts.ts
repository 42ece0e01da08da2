import type { Certainty } from './bases.ts';
import type { Owner, Part } from './code.ts';
import type { Access, Target } from './wrappers.ts';

/** Where the code that makes a request stands, and how it comes by what it sends with. */

export interface HostContext {
  readonly part: Part;
  readonly owner: Owner;
  readonly name: string;
  readonly access: Access;
  readonly target: Target;
  readonly params: string;
  /** The statements, given what to send with. */
  body(handle: string, wrapCall?: (call: string) => string): readonly string[];
  ref(from: Part, name: string): string;
}

/** How the entry of the program runs it with some arguments. */
export type Invoke = (main: Part, args: string) => string;

export interface HostForm {
  readonly certainty: Certainty;
  /** Sends the same texts to both hosts. */
  readonly sendsToBoth?: true;
  readonly build: (context: HostContext) => Invoke;
}

function block(lines: readonly string[], depth: number): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => '  '.repeat(depth) + line)
    .join('\n');
}

function withFirst(first: string, params: string): string {
  return [first, params].filter((text) => text !== '').join(', ');
}

function must(build: HostForm['build']): HostForm {
  return { certainty: 'must', build };
}

/** Sends with what stands in scope. */
function direct(c: HostContext): string {
  return c.access.handle(c.part, c.target);
}

const any = (c: HostContext): string => c.part.typed(': any');

/** An instance whose field holds the client. */
function service(fields: (c: HostContext) => string, construct: (handle: string) => string): HostForm {
  return must((c) => {
    const body = block(c.body('this.client'), 2);
    c.part.declare(`class ${c.name} {\n${fields(c)}\n  async run(${c.params}) {\n${body}\n  }\n}`, c.owner, c.name);
    return (main, args) => {
      const handle = c.access.handle(main, c.target);
      return `await new ${c.ref(main, c.name)}(${construct(handle)}).run(${args});`;
    };
  });
}

const DIRECT = must((c) => {
  c.part.declare(`async function ${c.name}(${c.params}) {\n${block(c.body(direct(c)), 1)}\n}`, c.owner, c.name);
  return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
});

export const HOSTS: Readonly<Record<string, HostForm>> = {
  function: DIRECT,
  arrow: must((c) => {
    c.part.declare(`const ${c.name} = async (${c.params}) => {\n${block(c.body(direct(c)), 1)}\n};`, c.owner, c.name);
    return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
  }),
  'client parameter': must((c) => {
    const params = withFirst(`client${any(c)}`, c.params);
    c.part.declare(`async function ${c.name}(${params}) {\n${block(c.body('client'), 1)}\n}`, c.owner, c.name);
    return (main, args) => `await ${c.ref(main, c.name)}(${withFirst(c.access.handle(main, c.target), args)});`;
  }),
  'context object': must((c) => {
    const params = withFirst(`{ client }${any(c)}`, c.params);
    c.part.declare(`async function ${c.name}(${params}) {\n${block(c.body('client'), 1)}\n}`, c.owner, c.name);
    return (main, args) => {
      const context = `{ client: ${c.access.handle(main, c.target)}, retries: 2 }`;
      return `await ${c.ref(main, c.name)}(${withFirst(context, args)});`;
    };
  }),
  'context member': must((c) => {
    const params = withFirst(`context${any(c)}`, c.params);
    c.part.declare(`async function ${c.name}(${params}) {\n${block(c.body('context.client'), 1)}\n}`, c.owner, c.name);
    return (main, args) => {
      const context = `{ retries: 2, client: ${c.access.handle(main, c.target)} }`;
      return `await ${c.ref(main, c.name)}(${withFirst(context, args)});`;
    };
  }),
  'injected into a class': service(
    (c) => `${c.part.typed('  client: any;\n')}  constructor(client${any(c)}) {\n    this.client = client;\n  }`,
    (handle) => handle,
  ),
  'injected by options': service(
    (c) => `${c.part.typed('  client: any;\n')}  constructor({ client }${any(c)}) {\n    this.client = client;\n  }`,
    (handle) => `{ client: ${handle} }`,
  ),
  'class field': must((c) => {
    const body = block(c.body('this.client'), 2);
    const field = `  client${any(c)} = ${direct(c)};`;
    c.part.declare(`class ${c.name} {\n${field}\n  async run(${c.params}) {\n${body}\n  }\n}`, c.owner, c.name);
    return (main, args) => `await new ${c.ref(main, c.name)}().run(${args});`;
  }),
  subclass: must((c) => {
    const superclass = c.target === 'voice' ? c.access.superclass?.(c.part) : undefined;
    if (superclass === undefined) return DIRECT.build(c);
    const init = superclass.args === '' ? '' : `  constructor() {\n    super(${superclass.args});\n  }\n`;
    const body = block(c.body('this'), 2);
    c.part.declare(
      `class ${c.name} extends ${superclass.name} {\n${init}  async run(${c.params}) {\n${body}\n  }\n}`,
      c.owner,
      c.name,
    );
    return (main, args) => `await new ${c.ref(main, c.name)}().run(${args});`;
  }),
  'method of an object': must((c) => {
    const body = block(c.body(direct(c)), 2);
    c.part.declare(`const ${c.name} = {\n  async run(${c.params}) {\n${body}\n  },\n};`, c.owner, c.name);
    return (main, args) => `await ${c.ref(main, c.name)}.run(${args});`;
  }),
  'function in an object': must((c) => {
    const body = block(c.body(direct(c)), 2);
    c.part.declare(
      `const ${c.name} = {\n  retries: 3,\n  run: async (${c.params}) => {\n${body}\n  },\n};`,
      c.owner,
      c.name,
    );
    return (main, args) => `await ${c.ref(main, c.name)}.run(${args});`;
  }),
  'functions in a list': must((c) => {
    const body = block(c.body(direct(c)), 2);
    c.part.declare(`const ${c.name} = [\n  async (${c.params}) => {\n${body}\n  },\n];`, c.owner, c.name);
    return (main, args) => `for (const job of ${c.ref(main, c.name)}) await job(${args});`;
  }),
  'factory of an api': must((c) => {
    const body = block(c.body('client'), 3);
    c.part.declare(
      `function ${c.name}(client${any(c)}) {\n  return {\n    async run(${c.params}) {\n${body}\n    },\n  };\n}`,
      c.owner,
      c.name,
    );
    return (main, args) => `await ${c.ref(main, c.name)}(${c.access.handle(main, c.target)}).run(${args});`;
  }),
  'whole body as a thunk': must((c) => {
    const retry = `${c.name}Retry`;
    c.part.declare(`async function ${retry}(task${any(c)}) {\n  return task();\n}`, c.owner);
    const body = block(c.body(direct(c)), 2);
    c.part.declare(
      `async function ${c.name}(${c.params}) {\n  await ${retry}(async () => {\n${body}\n  });\n}`,
      c.owner,
      c.name,
    );
    return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
  }),
  'each call as a thunk': must((c) => {
    const retry = `${c.name}Retry`;
    c.part.declare(
      `async function ${retry}(task${any(c)}, times = 2)${c.part.typed(': Promise<unknown>')} {\n  try {\n    return await task();\n  } catch (error) {\n    if (times === 0) throw error;\n    return ${retry}(task, times - 1);\n  }\n}`,
      c.owner,
    );
    const body = block(
      c.body(direct(c), (call) => `${retry}(() => ${call})`),
      1,
    );
    c.part.declare(`async function ${c.name}(${c.params}) {\n${body}\n}`, c.owner, c.name);
    return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
  }),
  'handle in a local': must((c) => {
    const body = block([`const client = ${direct(c)};`, ...c.body('client')], 1);
    c.part.declare(`async function ${c.name}(${c.params}) {\n${body}\n}`, c.owner, c.name);
    return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
  }),
  'handle in an object': must((c) => {
    const clients = `${c.name}Clients`;
    c.part.declare(`const ${clients} = { voice: ${direct(c)}, retries: 1 };`, c.owner);
    c.part.declare(
      `async function ${c.name}(${c.params}) {\n${block(c.body(`${clients}.voice`), 1)}\n}`,
      c.owner,
      c.name,
    );
    return (main, args) => `await ${c.ref(main, c.name)}(${args});`;
  }),
  'both hosts': {
    certainty: 'must',
    sendsToBoth: true,
    build: (c) => {
      const params = withFirst(`client${any(c)}`, c.params);
      c.part.declare(`async function ${c.name}(${params}) {\n${block(c.body('client'), 1)}\n}`, c.owner, c.name);
      return (main, args) => {
        const name = c.ref(main, c.name);
        const targets: readonly Target[] = c.access.hasOther ? ['voice', 'other'] : ['voice'];
        return targets.map((target) => `await ${name}(${withFirst(c.access.handle(main, target), args)});`).join('\n');
      };
    },
  },
};
