import { transformSync, types } from '@babel/core';
import type { Style } from './styles.ts';

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TYPED = /\.(?:[cm]?ts|tsx)$/;
const WITHOUT_MARKUP = /\.[cm]?ts$/;

/** The same program in another style; as it is where it has nothing to restyle, null where Babel cannot read it. */
export function restyle(text: string, file: string, style: Style): string | null {
  if (!SCRIPT.test(file) || /\.d\.[cm]?ts$/.test(file)) return text;
  let isRestyled = false;
  try {
    const result = transformSync(text, {
      filename: `/${file}`,
      babelrc: false,
      configFile: false,
      retainLines: true,
      generatorOpts: { jsescOption: { minimal: true } },
      parserOpts: {
        allowReturnOutsideFunction: true,
        createParenthesizedExpressions: true,
        plugins: [
          TYPED.test(file) ? 'typescript' : 'flow',
          ...(WITHOUT_MARKUP.test(file) ? [] : (['jsx'] as const)),
          'decorators-legacy',
          'importAttributes',
        ],
      },
      plugins: [() => ({ visitor: style(types) })],
    });
    isRestyled = true;
    return result?.code ?? null;
  } catch (error) {
    if (isRestyled || !(error instanceof SyntaxError)) throw error;
    return null;
  }
}
