import type { HttpLibrary } from './client.ts';
import { sendLikeFetch } from './fetch.ts';
import { sendLikeHttp } from './node-http.ts';

/** What the main process of Electron sends: `net.fetch(url)`, `net.request({ hostname, path })`. */
export const electronLibrary: HttpLibrary = {
  name: 'electron',
  modules: ['electron', 'electron/main'],
  send: (call) => {
    const [owner, ...path] = call.target.path;
    if (owner !== 'net') return null;
    const name = path.join('.');
    if (name === 'fetch') return sendLikeFetch(call);
    return name === 'request' ? sendLikeHttp({ ...call, target: { ...call.target, path } }, 'http:') : null;
  },
};
