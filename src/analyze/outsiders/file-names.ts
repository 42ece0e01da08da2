import { isCallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { deriveText } from '../uses/widened-texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `readFileSync(`fixtures${path}.json`)`, `import(`./pages${path}.js`)`: a file is called by the path, and keeps its name. */

const FILES =
  /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs|globby|fast-glob|jsonfile|(?:write|load)-json-file)$/;
const GLOBALS = /^(?:Bun\.(?:file|write)|Deno\.(?:read|write|open|create|mkdir|remove|stat|lstat)\w*)$/;
const JOINING = /^(?:join|resolve|normalize|fileURLToPath|pathToFileURL|URL)$/;

/** `./snapshots/${name}.json`, given to a package: only a file is called so. */
const AT_FOLDER = /^\.{1,2}\//;
const OF_DATA = /\.(?:jsonl?|ndjson|ya?ml|csv|txt|html?|md|snap|har|log)$/;

function isFileName(node: SyntaxNode): boolean {
  const pieces = node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw) : listEnds(node);
  return AT_FOLDER.test(pieces[0] ?? '') && OF_DATA.test(pieces.at(-1) ?? '');
}

/** The texts at both ends of a sum. */
function listEnds(node: SyntaxNode): readonly string[] {
  let first = node;
  while (first.type === 'BinaryExpression') first = first.left;
  const last = node.type === 'BinaryExpression' ? node.right : node;
  return [first, last].map((end) => (end.type === 'StringLiteral' ? end.value : ''));
}

/** Does the file read what it has written: a list of what is done, a cache? */
function readsFiles({ scripts }: Module): boolean {
  return scripts.some(({ calls }) =>
    calls.some(
      (call) => 'callee' in call && /^(?:readFile(?:Sync)?|createReadStream)$/.test(nameCallee(call.callee) ?? ''),
    ),
  );
}

/** `appendFileSync(file, line)`, `stream.write(line)`: what a log says, which nobody but people read. */
export function isLine(name: string, index: number, module: Module): boolean {
  const isWritten = /^(?:write|end)$/.test(name) || (/^appendFile(?:Sync)?$/.test(name) && index === 1);
  return isWritten && !readsFiles(module);
}

function isFile(option: Value): boolean {
  if (option.type !== 'external') return false;
  return FILES.test(option.module) || (option.module === 'global' && GLOBALS.test(option.path.join('.')));
}

export function namesFile(evaluator: Evaluator, module: Module, text: SyntaxNode): boolean {
  for (let node = deriveText(text); ; ) {
    const parent = getParent(node);
    // `join('out', ...path.split('/'))`
    const call = parent?.type === 'SpreadElement' ? getParent(parent) : parent;
    if (call === undefined || !isCallNode(call) || call.type === 'TaggedTemplateExpression') return false;
    if (call.callee === node) return false;
    if (call.callee.type === 'Import') return true;
    const name = nameCallee(call.callee) ?? '';
    const files = listOptions(evaluateCallee(evaluator, call, module, null)).filter(isFile);
    const index = call.arguments.findIndex((argument) => argument === node);
    if (files.length > 0 && isLine(name, index, module))
      return files.some((option) => option.type === 'external' && option.module === 'global');
    if (name === 'require' || files.length > 0) return true;
    if (isFileName(node)) return true;
    if (!JOINING.test(name)) return false;
    node = deriveText(call);
  }
}
