/** `node --import` this: each module that is loaded, imported or required, is named on stderr. */
import { writeSync } from 'node:fs';
import { createRequire, register } from 'node:module';

const HOOK = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, 'import ' + url + '\\n');
    return next(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);

const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  for (const path of Object.keys(cache)) writeSync(2, `import file://${path}\n`);
});
