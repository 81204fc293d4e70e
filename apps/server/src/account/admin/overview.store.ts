import type { Reader } from '../../db/database.ts'

export interface Overview {
  byStatus: Record<string, number>
  administrators: number
  liveSessions: number
  apps: number
  webhooks: number
  waitingDeliveries: number
  lastDay: { signUps: number; signIns: number; failedSignIns: number }
}

/** Counts by scanning: for a long reader. */
export async function selectOverview(
  reader: Reader,
  { dayAgoMs }: { dayAgoMs: number },
): Promise<Overview> {
  const statuses = await reader
    .selectFrom('users')
    .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  const events = await reader
    .selectFrom('account_events')
    .select(['type', (eb) => eb.fn.countAll<number>().as('n')])
    .where('type', 'in', [SIGNED_UP, SIGNED_IN, FAILED])
    .where('at', '>=', dayAgoMs)
    .groupBy('type')
    .execute()
  const countOf = (type: string) => Number(events.find((each) => each.type === type)?.n ?? 0)
  const counts = await reader
    .selectNoFrom((eb) => [
      eb
        .selectFrom('users')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('is_admin', '=', 1)
        .as('administrators'),
      eb
        .selectFrom('sessions')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('ended_at', 'is', null)
        .as('liveSessions'),
      eb
        .selectFrom('apps')
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('apps'),
      eb
        .selectFrom('webhooks')
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('webhooks'),
      eb
        .selectFrom('webhook_deliveries')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('next_at', 'is not', null)
        .as('waitingDeliveries'),
    ])
    .executeTakeFirstOrThrow()
  return {
    byStatus: Object.fromEntries(statuses.map(({ status, n }) => [status, Number(n)])),
    administrators: Number(counts.administrators),
    liveSessions: Number(counts.liveSessions),
    apps: Number(counts.apps),
    webhooks: Number(counts.webhooks),
    waitingDeliveries: Number(counts.waitingDeliveries),
    lastDay: {
      signUps: countOf(SIGNED_UP),
      signIns: countOf(SIGNED_IN),
      failedSignIns: countOf(FAILED),
    },
  }
}

const SIGNED_UP = 'account.signed_up'
const SIGNED_IN = 'account.signed_in'
const FAILED = 'account.sign_in_failed'
