import { expect, test } from 'vitest';
import { createTree, runCli } from '../cli/run-cli.ts';

const LISTS = 80;

const CLIENT = `class Client {
  constructor() {
    this.base = 'https://api.voice.example';
  }
  buildUrl(path, parameters) {
    const url = this.base + path;
    return url.replace(/\\{([\\w-]+)\\}/g, (whole, key) =>
      encodeURIComponent(Object.hasOwn(parameters, key) ? String(parameters[key]) : whole),
    );
  }
  call(path, method, parameters, query) {
    return fetch(this.buildUrl(path, parameters) + '?' + new URLSearchParams(query), { method });
  }
}
module.exports = new Client();
`;

const PAGE = `function Page(answer, client, asked) {
  this.data = answer.data;
  this._next = answer.next;
  this._client = client;
  this._asked = asked;
}
Page.of = (promise, client, asked) => promise.then((answer) => new Page(answer, client, asked));
Page.prototype.next = function () {
  const me = this;
  const { _asked: asked } = me;
  asked.query.page = me._next;
  return Page.of(me._client.call(asked.path, asked.method, asked.parameters, asked.query), me._client, asked);
};
module.exports = Page;
`;

function writeList(number: number): string {
  const path = `'/agents/{id}/part-${number}'`;
  return `const client = require('./client');
const Page = require('./page');

exports.list = (id, query = {}) => {
  const parameters = { id, part: ${number} };
  return Page.of(client.call(${path}, 'GET', parameters, query), client, {
    path: ${path},
    method: 'GET',
    parameters,
    query,
  });
};
`;
}

test('one way that stands for many lists gets more steps than the way of one caller', async () => {
  const lists = Array.from({ length: LISTS }, (_, number) => [`lists/list${number}.js`, writeList(number)] as const);
  const moved = (text: string) => text.replaceAll("require('./", "require('../");
  const cwd = createTree({
    'client.js': CLIENT,
    'page.js': PAGE,
    ...Object.fromEntries(lists.map(([file, text]) => [file, moved(text)])),
  });
  const { stdout, stderr } = await runCli(
    ['.', '--base-url', 'https://api.voice.example', '--dry-run', '--reporter', 'json'],
    cwd,
  );
  const { findings } = JSON.parse(stdout);
  expect(stderr).not.toContain('too many steps');
  expect(findings.filter(({ fix }: { fix: string }) => fix === 'auto')).toHaveLength(2 * LISTS);
});
