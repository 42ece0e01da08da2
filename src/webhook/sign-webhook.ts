import { createHmac } from 'node:crypto';

/** The header of §5.1; its real name carries the service's name, so every command takes another. */
export const SIGNATURE_HEADER = 'x-service-signature';

/** HMAC-SHA256 of the raw payload bytes, lower-case hex (§5.1). The secret counts as the UTF-8 bytes it is, untrimmed. */
export function signWebhook(payload: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex');
}
