import http from 'node:http';
import { Duplex, Readable } from 'node:stream';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import * as undici from 'undici';

/**
 * The HTTP libraries themselves, cut off from the network: each computes its URL as it always does, then hands it to
 * `record` instead of a socket.
 */

/** @typedef {(method: string, url: string, sent?: { headers?: unknown, body?: unknown }) => void} Record */

/** Header names in lower case, whatever form a library keeps them in. */
function listHeaders(headers) {
  if (headers === undefined || headers === null) return {};
  const pairs =
    typeof headers.entries === 'function' && !Array.isArray(headers)
      ? [...headers.entries()]
      : Array.isArray(headers)
        ? pairUp(headers)
        : Object.entries(headers);
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
}

/** Lists of pairs as they are; flat lists two by two. */
function pairUp(list) {
  if (list.every(Array.isArray)) return list;
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []));
}

/** @param {string} url */
function normalizeUrl(url) {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** @param {Record} record */
function createFetch(record) {
  return async (input, init = {}) => {
    const isRequest = input instanceof Request;
    const method = init.method ?? (isRequest ? input.method : 'GET');
    const sent = isRequest ? new Request(input, init) : init;
    const body = isRequest ? await sent.clone().text() : init.body;
    record(method.toUpperCase(), normalizeUrl(isRequest ? input.url : String(input)), { headers: sent.headers, body });
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
}

/** A relative URL is what a page sends to its own server; Node's own class refuses it. */
function createRequestClass() {
  return class Request extends globalThis.Request {
    constructor(input, init) {
      super(typeof input === 'string' && input.startsWith('/') ? `http://own.server${input}` : input, init);
    }
  };
}

const AXIOS_DEFAULTS = { ...axios.defaults };
const AXIOS_HEADERS = structuredClone(axios.defaults.headers);

/** @param {Record} record */
function resetAxios(record) {
  for (const key of Object.keys(axios.defaults)) delete axios.defaults[key];
  Object.assign(axios.defaults, AXIOS_DEFAULTS, {
    headers: structuredClone(AXIOS_HEADERS),
    adapter: async (config) => {
      const { headers, data } = config;
      record((config.method ?? 'get').toUpperCase(), normalizeUrl(axios.getUri(config)), {
        headers: headers.toJSON(),
        body: data,
      });
      return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
    },
  });
}

/** @param {string} url */
function makeResponse(url) {
  const body = Readable.from([Buffer.from('{}')]);
  return Object.assign(body, { statusCode: 200, headers: { 'content-type': 'application/json' }, url, complete: true });
}

/** @param {Record} record */
function createGot(record) {
  return got.extend({
    retry: { limit: 0 },
    hooks: {
      beforeRequest: [
        (options) => {
          record(options.method, options.url.href, { headers: options.headers, body: options.json ?? options.body });
          return makeResponse(options.url.href);
        },
      ],
    },
  });
}

class RecordingDispatcher extends undici.Dispatcher {
  #origin;
  #record;

  constructor(origin, record) {
    super();
    this.#origin = origin;
    this.#record = record;
  }

  dispatch(options, handler) {
    const origin = options.origin ?? this.#origin;
    const { headers, body } = options;
    const target = normalizeUrl(`${String(origin).replace(/\/$/, '')}${options.path}`);
    this.#record(options.method ?? 'GET', target, { headers, body });
    queueMicrotask(() => {
      handler.onConnect?.(() => {});
      handler.onHeaders?.(200, [], () => {}, 'OK');
      handler.onData?.(Buffer.from('{}'));
      handler.onComplete?.([]);
    });
    return true;
  }

  async close() {}
  async destroy() {}
}

/** @param {Record} record */
function createUndici(record) {
  const connect = (origin) => new RecordingDispatcher(origin, record);
  undici.setGlobalDispatcher(connect(undefined));
  class Pool extends undici.Pool {
    constructor(origin, options) {
      super(origin, { ...options, factory: connect });
    }
  }
  class Client extends undici.Client {
    #dispatcher;
    constructor(origin, options) {
      super(origin, options);
      // The real class checks and parses the origin; only what it would send is taken over.
      this.#dispatcher = connect(origin instanceof URL ? origin.origin : new URL(origin).origin);
    }
    dispatch(options, handler) {
      return this.#dispatcher.dispatch(options, handler);
    }
  }
  return { ...undici, Pool, Client, fetch: createFetch(record) };
}

class SilentSocket extends Duplex {
  _read() {}
  _write(_chunk, _encoding, done) {
    done();
  }
  setTimeout() {}
  setNoDelay() {}
  setKeepAlive() {}
}

/** Node's own client request computes host and path; its socket leads nowhere. */
function createHttp(record, scheme) {
  const request = (...args) => {
    const callback = args.findLast((arg) => typeof arg === 'function');
    const [first, second] = args;
    const isObject = typeof first === 'object' && !(first instanceof URL);
    const url = isObject ? [] : [first];
    const options = isObject ? { protocol: scheme, ...first } : typeof second === 'object' ? second : {};
    const defaultPort = scheme === 'https:' ? 443 : 80;
    const agent = Object.assign(new http.Agent(), {
      protocol: scheme,
      defaultPort,
      createConnection: () => new SilentSocket(),
    });
    const sent = http.request(...url, { ...options, agent });
    const chunks = [];
    const { write, end } = sent;
    sent.write = (chunk, ...rest) => {
      chunks.push(chunk);
      return write.call(sent, chunk, ...rest);
    };
    sent.end = (chunk, ...rest) => {
      if (typeof chunk === 'string') chunks.push(chunk);
      return end.call(sent, chunk, ...rest);
    };
    // Headers and body may be set until the turn ends; the place in the order of requests is taken now.
    const { method } = sent;
    const target = normalizeUrl(`${sent.protocol}//${sent.getHeader('host')}${sent.path}`);
    const complete = record(method, target);
    setImmediate(() => {
      complete?.({ headers: sent.getHeaders(), body: chunks.join('') });
      const response = makeResponse(sent.path);
      callback?.(response);
      sent.emit('response', response);
    });
    sent.on('error', () => {});
    return sent;
  };
  const get = (...args) => {
    const sent = request(...args);
    sent.end();
    return sent;
  };
  return { ...http, request, get };
}

/** What browsers, Nuxt, jQuery and Apps Script offer as globals. */
function createPlatformClients(record) {
  const send = (method, url, sent) => record(String(method ?? 'GET').toUpperCase(), normalizeUrl(String(url)), sent);
  class XMLHttpRequest {
    headers = {};
    open(method, url) {
      this.request = [method, url];
    }
    setRequestHeader(name, value) {
      this.headers[name] = value;
    }
    send(body) {
      send(...this.request, { headers: this.headers, body });
      queueMicrotask(() => this.onload?.());
    }
  }
  // jQuery sends a body as a form when nobody says what it is.
  const ajax = async (first, options) => {
    const {
      url,
      method,
      type,
      headers,
      data,
      contentType = 'application/x-www-form-urlencoded',
    } = typeof first === 'string' ? { ...options, url: first } : first;
    const body = typeof data === 'object' ? String(new URLSearchParams(data)) : data;
    const typed = body === undefined ? headers : { 'content-type': contentType, ...headers };
    return send(method ?? type, url, { headers: typed, body });
  };
  const joinPath = (base, path) => (base ? `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}` : path);
  return {
    XMLHttpRequest,
    navigator: { sendBeacon: (url) => send('POST', url) ?? true },
    $: { ajax, get: async (url) => send('GET', url), post: async (url) => send('POST', url) },
    UrlFetchApp: {
      fetch: (url, { method, headers, payload, contentType = 'application/x-www-form-urlencoded' } = {}) => {
        const typed = payload === undefined ? headers : { 'content-type': contentType, ...headers };
        return send(method, url, { headers: typed, body: payload });
      },
    },
    $fetch: async (path, { method, baseURL, headers, body } = {}) =>
      send(method, joinPath(baseURL, path), { headers, body }),
  };
}

/** superagent's chains, as far as programs use them: nothing is sent before somebody waits for it. */
function createSuperagent(record) {
  const start = (method, url) => {
    const headers = {};
    let body;
    const chain = {
      set: (name, value) => Object.assign(headers, typeof name === 'string' ? { [name]: value } : name) && chain,
      send: (given) => {
        body = given;
        return chain;
      },
      // biome-ignore lint/suspicious/noThenProperty: superagent's requests are waited for
      then: (done, fail) => {
        record(method, normalizeUrl(url), { headers, body });
        return Promise.resolve({ body: {} }).then(done, fail);
      },
    };
    return chain;
  };
  const verbs = ['get', 'post', 'put', 'patch', 'delete', 'del'];
  return Object.fromEntries(
    verbs.map((verb) => [verb, (url) => start(verb === 'del' ? 'DELETE' : verb.toUpperCase(), url)]),
  );
}

/** A package that the tool knows nothing of. */
function createInHouse(fetch) {
  const send = (method, url) => fetch(url, { method });
  class HttpClient {
    constructor({ baseURL }) {
      this.baseURL = baseURL;
    }
    request(method, path) {
      return send(method, `${this.baseURL.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
    }
  }
  return { send, HttpClient };
}

/** Everything a program can import by a bare name, and the globals it finds. */
export function createOutside(given, show) {
  const record = (method, url, sent) => {
    const complete = given(method, url);
    const fill = ({ headers, body }) => complete?.({ headers: listHeaders(headers), body });
    if (sent !== undefined) fill(sent);
    return fill;
  };
  const fetch = createFetch(record);
  const express = () => {
    const register = (method) => (path) => show(`route ${method} ${path}`);
    return Object.fromEntries(['get', 'post', 'use', 'delete'].map((method) => [method, register(method)]));
  };
  const secure = createHttp(record, 'https:');
  const plain = createHttp(record, 'http:');
  return {
    /** Programs may change the defaults of a library. */
    reset: () => resetAxios(record),
    packages: {
      axios,
      got: createGot(record),
      ky: ky.create({ fetch, retry: 0 }),
      superagent: createSuperagent(record),
      undici: createUndici(record),
      express,
      '@acme/http': createInHouse(fetch),
      https: secure,
      'node:https': secure,
      http: plain,
      'node:http': plain,
      'vue-router': { useRouter: () => ({ push: (path) => show(`push ${path}`) }) },
    },
    globals: {
      ...createPlatformClients(record),
      fetch,
      Request: createRequestClass(),
      document: { body: { append: (...pieces) => show(`page ${pieces.join(' ')}`) } },
      history: { pushState: (_state, _title, path) => show(`history ${path}`) },
      localStorage: { setItem: (key) => show(`storage ${key}`), getItem: () => null },
    },
  };
}
