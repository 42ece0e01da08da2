// Loaded before an app: what it sends to the platform by name goes to the one at VOICE_API_URL, as if DNS said so.
const http = require('node:http');
const https = require('node:https');

const { hostname, port } = new URL(process.env.VOICE_API_URL);
const send = https.request;

https.request = (options, ...rest) =>
  options?.hostname === 'api.voice.example'
    ? http.request({ ...options, hostname, port }, ...rest)
    : send(options, ...rest);
