import type { Random } from './random.ts';

/** The vocabulary of a product that sells things, with nothing in it about voices. */

type Words = readonly [string, ...string[]];

export const ENTITIES: Words = [
  'order',
  'invoice',
  'customer',
  'product',
  'shipment',
  'discount',
  'warehouse',
  'supplier',
  'basket',
  'refund',
  'coupon',
  'subscription',
  'payment',
  'address',
  'category',
  'review',
  'session',
  'account',
  'member',
  'team',
  'permission',
  'audit',
  'report',
  'dashboard',
  'widget',
  'notification',
  'template',
  'upload',
  'comment',
  'tag',
];

export const VERBS: Words = [
  'load',
  'save',
  'find',
  'create',
  'update',
  'remove',
  'merge',
  'validate',
  'format',
  'render',
  'select',
  'toggle',
  'assign',
  'archive',
  'restore',
  'export',
  'import',
  'resolve',
  'compare',
  'group',
];

export const FIELDS: Words = [
  'id',
  'name',
  'total',
  'status',
  'createdAt',
  'updatedAt',
  'ownerId',
  'email',
  'currency',
  'quantity',
  'price',
  'notes',
  'isActive',
  'position',
  'locale',
  'phone',
  'country',
  'reference',
  'dueDate',
  'weight',
];

const TYPES: Words = [
  'string',
  'number',
  'boolean',
  'string | null',
  'readonly string[]',
  'Date',
  'Record<string, number>',
];

/** People write of calls and agents without meaning a path. */
const PROSE: Words = [
  'Called once per render; calls that arrive later are dropped.',
  'The agents on the sales floor see this value, so it must not flicker.',
  'Keep in step with the workflow engine (see the notes of the March incident).',
  'Most languages put the sign first, but the currency decides, not the locale.',
  'Returns a copy: callers change it in place.',
  'TODO: the campaign team wants a second column here, decide in the next planning.',
  'Two voices in the review said to leave it, so it stays.',
  'The assistant manager role may read this but not change it.',
  'Rounded half to even, because the ledger does it like this.',
  'Safe to run twice.',
];

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function makeName(random: Random): string {
  return `${random.pick(VERBS)}${capitalise(random.pick(ENTITIES))}${capitalise(random.pick(FIELDS))}`;
}

export function makeComment(random: Random, indent: string): string {
  return random.isBelow(0.5)
    ? `${indent}// ${random.pick(PROSE)}\n`
    : `${indent}/**\n${indent} * ${random.pick(PROSE)}\n${indent} */\n`;
}

export function makeType(random: Random): string {
  return random.pick(TYPES);
}
