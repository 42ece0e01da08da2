import { UserError } from '../../errors.ts';
import type { WebhookReason } from '../../webhook/verify-webhook-signature.ts';
import { defineCommand, GLOBAL_OPTIONS, type OptionTable, type OptionValues } from '../command.ts';
import type { Io } from '../io.ts';
import { openInput } from '../open-input.ts';
import { explainUnset } from '../variable-name.ts';

const SHARED_OPTIONS = {
  'secret-env': { type: 'string', value: '<NAME>', help: 'Environment variable that holds the secret of the webhook.' },
  'header-name': {
    type: 'string',
    value: '<name>',
    help: 'Header that carries the signature (default x-service-signature).',
  },
} as const satisfies OptionTable;

const VERIFY_OPTIONS = {
  signature: {
    type: 'string',
    multiple: true,
    mayBeEmpty: true,
    value: '<value>',
    help: 'Value of the signature header, as it arrived.',
  },
  ...SHARED_OPTIONS,
} as const satisfies OptionTable;

const TEST_OPTIONS = {
  ...SHARED_OPTIONS,
  'allow-remote': { type: 'boolean', help: 'Also a receiver on another machine.' },
} as const satisfies OptionTable;

/** A secret is never an argument: other users of the machine can read those. */
function readSecret(name: string | undefined, { env }: Io): string {
  if (name === undefined)
    throw new UserError('Name the variable that holds the secret.', { hint: '--secret-env NAME' });
  const secret = env[name];
  if (secret === undefined) throw new UserError(`--secret-env: ${explainUnset(name)}`);
  return secret;
}

/** Also a word for the eye, on stderr: the reason alone does not say what to do. */
function explainReason(reason: WebhookReason, header: string): string {
  if (reason === 'missing') return `the header ${header} was empty or not there`;
  if (reason === 'multiple') return `${header} must have exactly one value`;
  if (reason === 'malformed') return `${header} must be 64 lower-case hex digits and nothing else`;
  if (reason === 'bad-secret') return 'the secret is empty';
  return 'the payload must be the raw bytes as they arrived, and the secret the one of this webhook';
}

async function runWebhookVerify(
  values: OptionValues<typeof VERIFY_OPTIONS>,
  file: string | undefined,
  io: Io,
): Promise<number> {
  const secret = readSecret(values['secret-env'], io);
  const { SIGNATURE_HEADER } = await import('../../webhook/sign-webhook.ts');
  const { verifyWebhookSignature } = await import('../../webhook/verify-webhook-signature.ts');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await openInput(file, 'the payload', io)) chunks.push(chunk);
  const verdict = verifyWebhookSignature(Buffer.concat(chunks), values.signature, secret);
  io.stdout.write(`${JSON.stringify({ ok: verdict.ok, reason: verdict.ok ? null : verdict.reason })}\n`);
  if (verdict.ok) return 0;
  io.stderr.write(`not trusted: ${explainReason(verdict.reason, values['header-name'] ?? SIGNATURE_HEADER)}\n`);
  return 1;
}

async function runWebhookTest(
  values: OptionValues<typeof TEST_OPTIONS>,
  address: string | undefined,
  io: Io,
): Promise<number> {
  if (address === undefined) throw new UserError('Name the URL of the receiver.');
  const secret = readSecret(values['secret-env'], io);
  if (secret === '') throw new UserError('--secret-env: the secret is empty.');
  const { parseHttpUrl, parseLoopbackUrl } = await import('../../webhook/loopback.ts');
  const url = values['allow-remote'] === true ? parseHttpUrl(address) : parseLoopbackUrl(address);
  if (url === null) {
    const hint = '--allow-remote tests a receiver on another machine; hostile deliveries will be sent to it.';
    throw new UserError('The receiver must be an http or https URL of this machine.', { hint });
  }
  const { testReceiver } = await import('../../webhook/test-receiver.ts');
  const header = values['header-name'];
  const report = await testReceiver(url, {
    secret,
    random: io.createToken,
    ...(header === undefined ? {} : { header }),
  });
  io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.ok ? 0 : 1;
}

export const webhookVerify = defineCommand({
  name: 'webhook verify',
  usage: '<payload file|->',
  summary: 'Check the signature of a captured webhook payload.',
  examples: [
    [
      'npx v1-migrate webhook verify --signature 5f…c2 --secret-env HOOK_SECRET body.json',
      'the raw body, as it arrived',
    ],
  ],
  exitCodes: [
    [0, 'the payload is signed with this secret'],
    [1, 'it is not; the JSON says why'],
    [2, 'usage error'],
  ],
  maxPositionals: 1,
  options: { ...VERIFY_OPTIONS, ...GLOBAL_OPTIONS },
  run: (values, [file], io) => runWebhookVerify(values, file, io),
});

export const webhookTest = defineCommand({
  name: 'webhook test',
  usage: '<url>',
  summary: 'Send valid and hostile deliveries to a receiver and list what it answers wrongly.',
  examples: [
    ['npx v1-migrate webhook test http://127.0.0.1:3000/hooks --secret-env HOOK_SECRET', 'a server of your own'],
  ],
  exitCodes: [
    [0, 'the receiver answers everything as it should'],
    [1, 'it accepts or rejects something wrongly'],
    [2, 'usage error'],
  ],
  maxPositionals: 1,
  options: { ...TEST_OPTIONS, ...GLOBAL_OPTIONS },
  run: (values, [url], io) => runWebhookTest(values, url, io),
});
