/** `node --import` this: each module that is loaded is named on stderr. */
import { register } from 'node:module';

const HOOK = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, 'import ' + url + '\\n');
    return next(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
