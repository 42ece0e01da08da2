/**
 * What programs find without an import, and that keeps or shows nothing of a text it is handed: the language, clients, runners
 * of tests, what frameworks import by themselves. Of all others nobody knows what they do with it.
 */

const LANGUAGE =
  /^(?:globalThis|window|self|global|Object|Array|String|Number|BigInt|Boolean|Math|JSON|Reflect|Promise|RegExp|Date|(?:Weak)?(?:Map|Set|Ref)|Iterator|Proxy|Function|\w*Error|\w+Exception|parse(?:Int|Float)|is(?:NaN|Finite)|(?:en|de)codeURI(?:Component)?|escape|unescape|atob|btoa|structuredClone|queueMicrotask|set(?:Timeout|Interval|Immediate)|requestAnimationFrame|require|define|module|exports|process|Bun|Deno)\b/;
const TELLING = /^(?:console|\w*[lL]og(?:ger)?|debug\w*|print|alert|confirm|prompt)\b/;
const TESTING =
  /^(?:assert\w*|expect\w*|describe|it|test|suite|spec|vi|jest|sinon|jasmine|chai|cy|(?:before|after)\w*)\b/;
const SENDING =
  /^(?:\w*[fF]etch\w*|axios|XMLHttpRequest|Request|Response|Headers|URL\w*|FormData|Abort\w+|WebSocket|EventSource|UrlFetchApp|\$\w*|jQuery|\w*[hH]ttps?\w*|got|ky|superagent|request|\w*[cC]lient|\w*[aA]pi|wx|uni|tt|my|swan|dd)\b/;
const FRAMEWORKS =
  /^(?:angular|_|R|m|ko|Ember|Backbone|use[A-Z]\w*|define[A-Z]\w*|(?:shallow)?[rR]e(?:f|active|adonly)|computed|watch\w*|toRefs?|unref|provide|inject|create[A-Z]\w*)\b/;

/** `JSON.stringify`, `cy.intercept`, `useFetch`; `path`: from the global scope. */
export function isKnownGlobal(path: string): boolean {
  return [LANGUAGE, TELLING, TESTING, SENDING, FRAMEWORKS].some((names) => names.test(path));
}
