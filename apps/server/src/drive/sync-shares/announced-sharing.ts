import type { LinkPolicy } from '@awan/protocol/drive'

/** What of sharing clients may offer. Sharing on is part of a role, and is not asked for one by one. */
export function sharingCapabilities({ enabled, needs_password, max_days }: LinkPolicy) {
  const isLimited = max_days !== undefined
  return {
    api_enabled: true,
    default_permissions: 1,
    resharing: false,
    public: {
      enabled,
      password: { enforced: needs_password, askForOptionalPassword: false },
      expire_date: {
        enabled: isLimited,
        enforced: isLimited,
        ...(isLimited && { days: max_days }),
      },
      multiple_links: true,
      send_mail: false,
      upload: true,
      upload_files_drop: true,
    },
    user: { send_mail: false, expire_date: { enabled: true } },
    group_sharing: true,
    group: { enabled: true, expire_date: { enabled: true } },
    sharebymail: {
      enabled: true,
      password: { enabled: false, enforced: false },
      expire_date: { enabled: true, enforced: false },
      upload_files_drop: { enabled: true },
    },
    federation: { outgoing: false, incoming: false },
    sharee: { query_lookup_default: false, always_show_unique: true },
  }
}
