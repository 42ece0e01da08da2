// Real frameworks, each set up as teams do: where the key is checked decides what a request without one can see.
// Every server has GET /v1/agents (and /v1/agents/:id), PATCH /v1/agents/:id, POST /v1/calls and
// POST /v1/agent-builder/run/stream behind a key, and nothing else. `state.handled` counts handlers of writes that ran.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import KoaRouter from '@koa/router';
import { Body, Controller, Get, Module, Param, Patch, Post, UnauthorizedException, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import Koa from 'koa';

export const KEY = 'key:secret-of-a-framework';
const HEADER = `Bearer ${KEY}`;
const LIST = { agents: [{ id: 'ag_1' }] };
const REFUSAL = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' };

const isGood = (header) => header === HEADER;

/** Decorators as functions: this file runs as it is. */
function decorate(target, name, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
  for (const decorator of decorators) decorator(target.prototype, name, descriptor);
}

function createNestModule(state, auth) {
  class KeyGuard {
    canActivate(context) {
      if (isGood(context.switchToHttp().getRequest().headers.authorization)) return true;
      throw new UnauthorizedException();
    }
  }
  class Agents {
    list() {
      return LIST;
    }
    find(id) {
      return { id };
    }
    update() {
      state.handled += 1;
      return {};
    }
  }
  class Calls {
    create() {
      state.handled += 1;
      return {};
    }
  }
  class Builder {
    run() {
      state.handled += 1;
      return {};
    }
  }
  decorate(Agents, 'list', Get());
  decorate(Agents, 'find', Get(':id'));
  decorate(Agents, 'update', Patch(':id'));
  Param('id')(Agents.prototype, 'find', 0);
  Body()(Agents.prototype, 'update', 0);
  decorate(Calls, 'create', Post());
  decorate(Builder, 'run', Post('run/stream'));
  Controller('v1/agents')(Agents);
  Controller('v1/calls')(Calls);
  Controller('v1/agent-builder')(Builder);
  const controllers = [Agents, Calls, Builder];
  if (auth === 'guard') for (const controller of controllers) UseGuards(new KeyGuard())(controller);
  class AppModule {
    configure(consumer) {
      const check = (request, response, next) => {
        if (isGood(request.headers.authorization)) return next();
        response.statusCode = 401;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(REFUSAL));
      };
      if (auth === 'middleware') consumer.apply(check).forRoutes('{*path}');
      if (auth === 'family') consumer.apply(check).forRoutes(...controllers);
    }
  }
  const providers = auth === 'app-guard' ? [{ provide: APP_GUARD, useClass: KeyGuard }] : [];
  Module({ controllers, providers })(AppModule);
  return AppModule;
}

async function startNest(state, adapter, auth, options = {}) {
  const app = await NestFactory.create(createNestModule(state, auth), adapter, { logger: false, ...options });
  await app.listen(0, '127.0.0.1');
  return { port: app.getHttpServer().address().port, close: () => app.close() };
}

function listenNode(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () =>
        new Promise((done) => {
          server.closeAllConnections();
          server.close(done);
        });
      resolve({ port: server.address().port, close });
    });
  });
}

function startExpress(state, mode) {
  const app = express();
  const auth = (request, response, next) => {
    if (isGood(request.headers.authorization)) next();
    else response.status(401).json(REFUSAL);
  };
  const write = (_request, response) => {
    state.handled += 1;
    response.json({});
  };
  if (mode === 'global') app.use('/v1', auth);
  if (mode === 'prefix') for (const family of ['agents', 'calls', 'agent-builder']) app.use(`/v1/${family}`, auth);
  if (mode === 'login')
    app.use('/v1', (request, response, next) =>
      isGood(request.headers.authorization) ? next() : response.redirect('/login'),
    );
  if (mode === 'body-first') app.use(express.json({ strict: true }));
  const guards =
    mode === 'route' || mode === 'json404' || mode === 'spa' || mode === 'body-first' || mode === 'hiding'
      ? [auth]
      : [];
  if (mode === 'hiding')
    guards[0] = (request, response, next) =>
      isGood(request.headers.authorization) ? next() : response.status(404).json({ message: 'Not Found' });
  app.get('/v1/agents', ...guards, (_request, response) => response.json(LIST));
  app.get('/v1/agents/:id', ...guards, (request, response) => response.json({ id: request.params.id }));
  app.patch('/v1/agents/:id', ...guards, write);
  app.post('/v1/calls', ...guards, write);
  app.post('/v1/agent-builder/run/stream', ...guards, write);
  if (mode === 'json404' || mode === 'hiding')
    app.use((_request, response) => response.status(404).json({ message: 'Not Found' }));
  if (mode === 'spa') app.use((_request, response) => response.type('html').send('<title>App</title>'));
  return listenNode(createServer(app));
}

async function startFastify(state, mode) {
  const app = fastify();
  const auth = async (request, reply) => {
    if (!isGood(request.headers.authorization)) return reply.code(401).send(REFUSAL);
  };
  const write = async () => {
    state.handled += 1;
    return {};
  };
  if (mode === 'global') app.addHook('onRequest', auth);
  if (mode === 'custom404')
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'nothing here' }));
  const options = mode === 'global' ? {} : mode === 'preHandler' ? { preHandler: auth } : { onRequest: auth };
  app.get('/v1/agents', options, async () => LIST);
  app.get('/v1/agents/:id', options, async ({ params }) => ({ id: params.id }));
  app.patch('/v1/agents/:id', options, write);
  app.post('/v1/calls', options, write);
  app.post('/v1/agent-builder/run/stream', options, write);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: app.server.address().port, close: () => app.close() };
}

function startKoa(state, mode) {
  const app = new Koa();
  app.silent = true;
  const router = new KoaRouter();
  const auth = async (context, next) => {
    if (isGood(context.headers.authorization)) return next();
    context.status = 401;
    context.body = REFUSAL;
  };
  const write = (context) => {
    state.handled += 1;
    context.body = {};
  };
  const guards = mode === 'global' ? [] : [auth];
  if (mode === 'global') app.use(auth);
  router.get('/v1/agents', ...guards, (context) => {
    context.body = LIST;
  });
  router.get('/v1/agents/:id', ...guards, (context) => {
    context.body = { id: context.params.id };
  });
  router.patch('/v1/agents/:id', ...guards, write);
  router.post('/v1/calls', ...guards, write);
  router.post('/v1/agent-builder/run/stream', ...guards, write);
  app.use(router.routes());
  if (mode !== 'plain') app.use(router.allowedMethods());
  return listenNode(createServer(app.callback()));
}

function startHono(state, mode) {
  const app = new Hono();
  const auth = async (context, next) => {
    if (!isGood(context.req.header('authorization'))) return context.json(REFUSAL, 401);
    await next();
  };
  const write = (context) => {
    state.handled += 1;
    return context.json({});
  };
  if (mode === 'bearer') app.use('/v1/*', bearerAuth({ token: KEY }));
  if (mode === 'global') app.use('*', auth);
  if (mode === 'prefix') for (const family of ['agents', 'calls', 'agent-builder']) app.use(`/v1/${family}/*`, auth);
  const guards = mode === 'route' ? [auth] : [];
  app.get('/v1/agents', ...guards, (context) => context.json(LIST));
  app.get('/v1/agents/:id', ...guards, (context) => context.json({ id: context.req.param('id') }));
  app.patch('/v1/agents/:id', ...guards, write);
  app.post('/v1/calls', ...guards, write);
  app.post('/v1/agent-builder/run/stream', ...guards, write);
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({ port, close: () => new Promise((done) => server.close(done)) });
    });
  });
}

const nest = (name, create) =>
  ['guard', 'app-guard', 'middleware', 'family'].map((auth) => [
    `nest 11 ${name} ${auth}`,
    (state) => startNest(state, create(), auth),
  ]);

/** Name and start function of every configuration. */
export const SERVERS = [
  ...nest('express', () => new ExpressAdapter()),
  ...nest('fastify', () => new FastifyAdapter()),
  ['nest 11 express guard cors', (state) => startNest(state, new ExpressAdapter(), 'guard', { cors: true })],
  ['nest 11 express app-guard cors', (state) => startNest(state, new ExpressAdapter(), 'app-guard', { cors: true })],
  ...['route', 'global', 'prefix', 'login', 'json404', 'spa', 'body-first', 'hiding'].map((mode) => [
    `express 5 ${mode}`,
    (state) => startExpress(state, mode),
  ]),
  ...['route', 'preHandler', 'global', 'custom404'].map((mode) => [
    `fastify 5 ${mode}`,
    (state) => startFastify(state, mode),
  ]),
  ...['route', 'global', 'plain'].map((mode) => [`koa 3 ${mode}`, (state) => startKoa(state, mode)]),
  ...['route', 'global', 'prefix', 'bearer'].map((mode) => [`hono 4 ${mode}`, (state) => startHono(state, mode)]),
];
