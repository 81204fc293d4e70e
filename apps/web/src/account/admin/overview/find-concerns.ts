import type { Admin, AdminSetting } from '@awan/client/admin'

export interface Concern {
  key:
    | 'admin.attention.pending'
    | 'admin.attention.review'
    | 'admin.attention.mail'
    | 'admin.attention.alone'
    | 'admin.attention.deliveries'
  count: number
  to: string
  search?: { status: 'PENDING' | 'UNDER_REVIEW' }
}

type Overview = Awaited<ReturnType<Admin['overview']>>

/** What waits for an administrator, or could go wrong one day; people come first. */
export function findConcerns(
  { users: { by_status }, administrators, waiting_webhook_deliveries }: Overview,
  settings: readonly Pick<AdminSetting, 'name' | 'is_set'>[],
): Concern[] {
  const { PENDING: pending = 0, UNDER_REVIEW: review = 0 } = by_status
  const hasMail = settings.some(({ name, is_set }) => name === 'AWAN_SMTP_URL' && is_set)
  const concerns: (Concern & { isOne: boolean })[] = [
    {
      key: 'admin.attention.pending',
      isOne: pending > 0,
      count: pending,
      to: '/admin/people',
      search: { status: 'PENDING' },
    },
    {
      key: 'admin.attention.review',
      isOne: review > 0,
      count: review,
      to: '/admin/people',
      search: { status: 'UNDER_REVIEW' },
    },
    { key: 'admin.attention.mail', isOne: !hasMail, count: 0, to: '/admin/settings' },
    {
      key: 'admin.attention.deliveries',
      isOne: waiting_webhook_deliveries > 0,
      count: waiting_webhook_deliveries,
      to: '/admin/webhooks',
    },
    {
      key: 'admin.attention.alone',
      isOne: administrators === 1,
      count: 1,
      to: '/admin/people',
    },
  ]
  return concerns.filter(({ isOne }) => isOne).map(({ isOne: _, ...concern }) => concern)
}
