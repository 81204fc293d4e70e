import { type QuotaDraft, toQuotaBytes } from '../usage/quota-draft.ts'

/** A team drive as it is typed and chosen. */
export interface DriveDraft {
  name: string
  manager: { sub: string; name: string } | undefined
  quota: QuotaDraft
}

export const emptyDrive: DriveDraft = {
  name: '',
  manager: undefined,
  quota: { isLimited: true, amount: '100', unit: 'GB' },
}

/** What the server needs; undefined where something is missing or wrong. */
export function toNewDrive({ name, manager, quota }: DriveDraft) {
  const quota_bytes = toQuotaBytes(quota)
  if (name.trim() === '' || !manager || quota_bytes === undefined) return undefined
  return { name: name.trim(), manager_sub: manager.sub, quota_bytes }
}
