/** Packages by which programs keep, name, show or measure something outside of them. */

const PERMISSIONS = /^(?:casbin(?:\.js)?|@casl\/.+|accesscontrol|role-acl|easy-rbac)$/;
const FLAGS =
  /^(?:unleash-(?:client|proxy-client)|@unleash\/.+|(?:@launchdarkly\/|launchdarkly-).+|flagsmith(?:-.+)?|@growthbook\/.+|@openfeature\/.+|configcat-.+|@splitsoftware\/.+|@optimizely\/.+|(?:@statsig\/|statsig-).+)$/;
const DICTIONARIES =
  /^(?:i18next|(?:react|next|vue|svelte|typesafe)-(?:i18n(?:ext)?|intl)|@ngx-translate\/core|@lingui\/.+|@formatjs\/.+|node-polyglot|i18n-js)$/;
const BROKERS =
  /^(?:mqtt|amqplib|kafkajs|nats|@google-cloud\/(?:pubsub|tasks)|@azure\/service-bus|@aws-sdk\/client-(?:sqs|sns|eventbridge|kinesis)|pg-boss|bullmq|bull|bee-queue|agenda|socket\.io(?:-client)?|pusher(?:-js)?|ably)$/;
const OBJECTS = /^(?:aws-sdk|@aws-sdk\/client-s3|@google-cloud\/storage|minio|@azure\/storage-blob|@vercel\/blob)$/;
const DATABASES =
  /^(?:pg|postgres|mysql2?(?:\/promise)?|mongodb|mongoose|better-sqlite3|sqlite3?|node:sqlite|bun:sqlite|knex|kysely|@prisma\/client|typeorm|sequelize|drizzle-orm(?:\/.+)?|redis|ioredis|@upstash\/redis|@vercel\/kv|firebase(?:-admin)?(?:\/.+)?|@google-cloud\/firestore|@supabase\/supabase-js|@aws-sdk\/(?:client|lib)-dynamodb|level|lmdb|keyv|@keyv\/.+|cache-manager|@nestjs\/cache-manager|memcached|memjs|idb|idb-keyval|localforage|dexie|conf|configstore|electron-store)$/;
/** Series and events are found again by their labels. */
export const METRICS =
  /^(?:prom-client|@opentelemetry\/.+|@sentry\/.+|hot-shots|(?:node-)?statsd(?:-client)?|dd-trace|datadog-metrics|newrelic|applicationinsights|posthog-(?:node|js)|mixpanel(?:-browser)?|@amplitude\/.+|@segment\/.+|analytics-node|@vercel\/analytics.*)$/;
const OUTSIDE = [PERMISSIONS, FLAGS, DICTIONARIES, BROKERS, OBJECTS, DATABASES, METRICS];

export function isOfOutside(module: string): boolean {
  return OUTSIDE.some((modules) => modules.test(module));
}
