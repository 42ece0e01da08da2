import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { findKnownText, listTexts, makeAtomsValue, makeText } from '../texts/texts.ts';
import { isNullish } from '../values/missing.ts';
import { dropNullish, listOptions, unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

/** `{ protocol, hostname, port, path }`: the parts of a URL as the members of an object. */

/** The usual ports; which of the two schemes it is makes no other host. */
const USUAL_PORT = /^(?:80|443|undefined|)$/;

function writePort(port: string | null) {
  return port === null || USUAL_PORT.test(port) ? makeText('') : makeText(`:${port}`);
}

/** `url.format({ host, pathname: 'calls' })` puts a slash between the two. */
function addSlash(path: TextValue): TextValue {
  const [first] = path.atoms;
  const isBare = first?.kind === 'text' && !first.text.startsWith('/');
  return isBare ? makeAtomsValue([...makeText('/').atoms, ...path.atoms], path) : path;
}

/** The whole URL; null without a host. `read`: the first member of those names that is given. */
export function assembleUrl(
  read: (names: readonly string[]) => Value | undefined,
  scheme: string,
  node: SyntaxNode,
  module: Module,
  isFormatted = false,
): Value | null {
  // `url.format` takes the host with its port, where there is one; who sends a request looks at its name first.
  const whole = isFormatted ? read(['host']) : undefined;
  const mayBeGone = whole !== undefined && listOptions(whole).some(isNullish);
  const named = whole === undefined || mayBeGone ? read(['hostname', ...(isFormatted ? [] : ['host'])]) : undefined;
  const host = whole === undefined || named === undefined ? (whole ?? named) : unite([dropNullish(whole), named]);
  if (host === undefined) return null;
  const path = read(isFormatted ? ['pathname'] : ['path', 'pathname']);
  const port = whole === undefined ? read(['port']) : undefined;
  const ports =
    port === undefined ? [makeText('')] : listTexts(port, node, module).map((text) => writePort(findKnownText(text)));
  const paths = path === undefined ? [makeText('/')] : listTexts(path, node, module);
  const behind = [ports, isFormatted ? paths.map(addSlash) : paths];
  return unite(
    listTexts(host, node, module).map((text) => {
      // The host of a variable that holds a URL: what the variable is, the whole is.
      const isVariable = text.atoms[0]?.kind === 'env' && text.atoms[0].isOrigin === true;
      return concatTexts([...(isVariable ? [] : [[makeText(`${scheme}//`)]]), [text], ...behind], node, module);
    }),
  );
}
